"""The Conan recipe: `conan create packaging/conan --build=missing` in a checkout of dimma.

By default Boost and OpenSSL are Conan's packages. With `-o "dimma/*:system_libraries=True"` they are those of the machine,
and nothing is downloaded.
"""

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir


class Dimma(ConanFile):
    name = 'dimma'
    description = 'A CORBA ORB whose channels are assembled per binding'
    license = 'Apache-2.0'
    topics = ('corba', 'orb', 'iiop', 'idl', 'rpc')
    package_type = 'library'
    settings = 'os', 'compiler', 'build_type', 'arch'
    options = {
        'shared': [True, False],
        'tls': [True, False],
        'threads': [True, False],
        'idl_compiler': [True, False],
        'system_libraries': [True, False],
    }
    default_options = {'shared': False, 'tls': True, 'threads': True, 'idl_compiler': True, 'system_libraries': False}

    def set_version(self):
        header = load(self, os.path.join(self.recipe_folder, '..', '..', 'include', 'dimma', 'version.hpp'))
        self.version = re.search(r'DIMMA_VERSION_STRING "([^"]+)"', header).group(1)

    def export_sources(self):
        root = os.path.join(self.recipe_folder, '..', '..')
        for pattern in ('CMakeLists.txt', 'LICENSE', 'cmake/*', 'include/*', 'src/*', 'idl/*', 'tools/*', 'packaging/man/*'):
            copy(self, pattern, root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def validate(self):
        check_min_cppstd(self, 20)
        if self.settings.os != 'Linux':
            raise ConanInvalidConfiguration('dimma is for Linux')

    def requirements(self):
        if self.options.system_libraries:
            return
        # Only <dimma/asio.hpp> includes its headers among the public headers; only the compiler uses Boost.Wave.
        self.requires('boost/[>=1.75 <2]', transitive_headers=True)
        if self.options.tls:
            self.requires('openssl/[>=3 <4]')

    def build_requirements(self):
        if not self.options.system_libraries:
            self.tool_requires('cmake/[>=3.25 <5]')
        if not self.options.idl_compiler:
            self.tool_requires(f'dimma/{self.version}', options={'idl_compiler': True})

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update({
            'BUILD_SHARED_LIBS': bool(self.options.shared),
            'DIMMA_BUILD_TESTS': False,
            'DIMMA_BUILD_PROGRAMS': False,
            'DIMMA_BUILD_SERVICES': False,
            'DIMMA_WARNINGS_ARE_ERRORS': False,
            'DIMMA_TLS': bool(self.options.tls),
            'DIMMA_THREADS': bool(self.options.threads),
        })
        if not self.options.idl_compiler:
            compiler = self.dependencies.build['dimma'].package_folder
            toolchain.cache_variables['DIMMA_IDL_COMPILER'] = os.path.join(compiler, 'bin', 'dimma-idl')
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, 'LICENSE', self.source_folder, os.path.join(self.package_folder, 'licenses'))
        rmdir(self, os.path.join(self.package_folder, 'share', 'doc'))

    def package_info(self):
        # find_package(dimma) reads the files that dimma installs, which define dimma_idl_library().
        self.cpp_info.set_property('cmake_find_mode', 'none')
        self.cpp_info.builddirs = [os.path.join('lib', 'cmake', 'dimma')]
        self.cpp_info.libs = ['dimma']
        self.cpp_info.system_libs = ['pthread']
        if not self.options.threads:
            self.cpp_info.defines = ['BOOST_ASIO_DISABLE_THREADS']
        self.buildenv_info.append_path('PATH', os.path.join(self.package_folder, 'bin'))
