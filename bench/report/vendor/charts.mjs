// What of Apache ECharts the report's page draws with.
import * as echarts from 'echarts/core';
import {BarChart, BoxplotChart, LineChart} from 'echarts/charts';
import {GridComponent, LegendComponent, TooltipComponent} from 'echarts/components';
import {SVGRenderer} from 'echarts/renderers';

echarts.use([BarChart, BoxplotChart, LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);
globalThis.echarts = {init: echarts.init};
