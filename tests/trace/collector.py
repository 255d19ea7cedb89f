"""A collector of spans: it parses requests with OpenTelemetry's own schema, and replies as a test specifies."""

import http.server
import ssl
import threading

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2

from servers import require, until

CLIENT, SERVER = 3, 2  # SPAN_KIND_...


def attributes(of):
    """The attributes of a span or a resource."""
    return {each.key: getattr(each.value, each.value.WhichOneof('value')) for each in of.attributes}


class Collector:
    """`answers` has the replies to the next requests: (status, headers, body). Later requests are accepted."""

    def __init__(self, certificate=None):
        self.spans = []      # pairs of resource and span
        self.requests = []   # the headers of each
        self.faults = []
        self.answers = []
        self.lock = threading.Lock()
        collector = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'

            def do_POST(self):
                body = self.rfile.read(int(self.headers['Content-Length']))
                status, headers, reply = collector.take(self.path, self.headers, body)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header('Content-Length', str(len(reply)))
                self.end_headers()
                self.wfile.write(reply)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.server.daemon_threads = True
        scheme = 'http'
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            scheme = 'https'
        self.url = f'{scheme}://127.0.0.1:{self.server.server_port}/v1/traces'
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def take(self, path, headers, body):
        with self.lock:
            self.requests.append(dict(headers.items()))
            if self.answers:
                answer = self.answers.pop(0)
                if answer[0] != 200:
                    return answer
            else:
                answer = 200, {'Content-Type': 'application/json'}, b'{}'
            try:
                require(path == '/v1/traces', f'the path {path}')
                require(headers['Content-Type'] == 'application/json', f'the type {headers["Content-Type"]}')
                request = json_format.Parse(body.decode(), trace_service_pb2.ExportTraceServiceRequest())
                for of_resource in request.resource_spans:
                    for of_scope in of_resource.scope_spans:
                        require(of_scope.scope.name == 'dimma', of_scope.scope)
                        self.spans += [(of_resource.resource, span) for span in of_scope.spans]
            except Exception as fault:  # reported by spans_when
                self.faults.append(f'{fault!r}: {body!r}')
                return 400, {}, b''
            return answer

    def spans_when(self, count):
        """Waits for exactly `count` spans. OTLP's JSON has ids in hexadecimal, which the schema decodes as base64; see
        hexadecimal() in trace_test.py."""
        until(f'{count} spans are there', lambda: len(self.spans) >= count or self.faults)
        require(not self.faults, self.faults)
        require(len(self.spans) == count, f'{len(self.spans)} spans, not {count}: {self.spans}')
        return list(self.spans)
