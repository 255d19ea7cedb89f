"""Builds examples/Hello against the package, and lets the client call the server."""

import os
import subprocess

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class HelloWithDimma(ConanFile):
    settings = 'os', 'compiler', 'build_type', 'arch'
    test_type = 'explicit'

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeToolchain(self).generate()
        CMakeDeps(self).generate()

    def build(self):
        hello = os.path.join(self.recipe_folder, '..', '..', '..', 'examples', 'Hello')
        copy(self, '*', hello, self.build_folder, keep_path=True)
        cmake = CMake(self)
        cmake.configure(build_script_folder=self.build_folder)
        cmake.build()

    def test(self):
        if not can_run(self):
            return
        # With the environment of the package, which has the path of a shared library.
        server = subprocess.Popen(self._command('server'), shell=True, stdout=subprocess.PIPE, text=True, start_new_session=True)
        try:
            self.run(self._command('client') + f' {server.stdout.readline().strip()} world', env='conanrun')
        finally:
            os.killpg(server.pid, 15)
            server.wait(60)

    def _command(self, program):
        run = os.path.join(self.generators_folder, 'conanrun.sh')
        return f'. "{run}" && exec "{os.path.join(self.cpp.build.bindir, program)}"'
