//! The C interface: `sprung.h` and `Native.cs` are those of the source, and programs in C, C++ and C# get the numbers of the crates.
//!
//! Everything is installed below `target/c`, as `cargo xtask dist` installs it for users, and used from there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::command::{cargo, debug_build, output, program, run};
use crate::install;
use crate::workspace::Workspace;

const SOURCE: &str = "bindings/c";

/// The programs that the check needs, and the Debian packages that have them.
const PROGRAMS: &[(&[&str], &str)] = &[
    (&["gcc"], "gcc libc6-dev"),
    (&["g++"], "g++"),
    (&["make"], "make"),
    (&["cmake"], "cmake"),
    (&["pkg-config"], "pkg-config"),
    (&["valgrind"], "valgrind libc6-dbg"),
    (&["mcs"], "mono-mcs"),
    (&["mono"], "mono-runtime"),
];

const STRICT: &str = "-Wall -Wextra -Werror -pedantic";

pub(crate) fn run_check(workspace: &Workspace) -> Result<()> {
    install::all_of(workspace, PROGRAMS)?;
    let folder = workspace.target.join("c");
    fs::create_dir_all(&folder)?;
    check_generated(workspace, &folder)?;
    let prefix = folder.join("prefix");
    let built = debug_build(workspace)?;
    install_library(workspace, &built, &prefix)?;

    let inputs = folder.join("inputs.txt");
    let mut golden = program(workspace, built.join("examples/golden"), "");
    let wanted = output(golden.arg(&inputs))?;
    let check = Check { workspace, folder, prefix };
    check.same_lines(&wanted, 18, check.compile_c("golden", "-O2")?.arg(&inputs))?;
    check.same_lines(
        &wanted,
        18,
        check.compile_c("golden", "-O1 -g -fsanitize=address,undefined")?.arg(&inputs),
    )?;
    check.same_lines(&wanted, 6, check.compile_csharp()?.arg(&inputs))?;
    check.hostile()?;
    run(&mut check.compile_cpp("values", "-O1 -g -fsanitize=address,undefined")?)?;
    check.readme()
}

/// `cargo xtask dist`: the library, its headers and its packages, for users.
pub(crate) fn dist(workspace: &Workspace) -> Result<()> {
    let prefix = workspace.target.join("dist").join("sprung-c");
    run(&mut cargo(workspace, "build --package sprung-c --lib --release"))?;
    install_library(workspace, &workspace.target.join("release"), &prefix)?;
    println!("{}", prefix.display());
    Ok(())
}

/// The header and the C# declarations in the tree are what the source makes of them.
fn check_generated(workspace: &Workspace, folder: &Path) -> Result<()> {
    let write = "run --quiet --package sprung-c-generator";
    run(cargo(workspace, write).arg(folder))?;
    for (committed, file) in [("include", "sprung.h"), ("csharp", "Native.cs")] {
        let made = fs::read_to_string(folder.join(file))?;
        let committed = format!("{SOURCE}/{committed}/{file}");
        let is_current = workspace.read_file(&committed)? == made;
        ensure!(is_current, "{committed} is not of this source; type: cargo {write}");
    }
    Ok(())
}

/// Puts the library that was built in a folder, with all that belongs to it, below a prefix.
fn install_library(workspace: &Workspace, built: &Path, prefix: &Path) -> Result<()> {
    let source = workspace.root.join(SOURCE);
    if prefix.exists() {
        fs::remove_dir_all(prefix)?;
    }
    let place = |from: &Path, to: &str| -> Result<()> {
        let to = prefix.join(to);
        fs::create_dir_all(to.parent().context("a file is in a folder")?)?;
        fs::copy(from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
        Ok(())
    };
    let shared = SharedLibrary::here();
    place(&built.join(shared.built), &format!("lib/{}", shared.installed))?;
    place(&built.join(shared.built_static), &format!("lib/{}", shared.installed_static))?;
    if shared.installed == "libsprung.so.0" {
        place(&built.join(shared.built), "lib/libsprung.so")?;
    }
    for header in ["sprung.h", "sprung.hpp"] {
        place(&source.join("include").join(header), &format!("include/{header}"))?;
    }
    for file in ["Native.cs", "Spring.cs", "unity/SpringFollow.cs"] {
        place(&source.join("csharp").join(file), &format!("share/sprung/csharp/{file}"))?;
    }
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        place(&workspace.root.join(license), &format!("share/sprung/{license}"))?;
    }
    let version = version(workspace)?;
    let mut numbers = version.split('.');
    let (major, minor) = (numbers.next().unwrap_or("0"), numbers.next().unwrap_or("0"));
    for (template, to) in [
        ("sprung.pc.in", "lib/pkgconfig/sprung.pc"),
        ("sprungConfig.cmake.in", "lib/cmake/sprung/sprungConfig.cmake"),
        ("sprungConfigVersion.cmake.in", "lib/cmake/sprung/sprungConfigVersion.cmake"),
    ] {
        let text = fs::read_to_string(source.join("package").join(template))?;
        let libraries = if to.ends_with(".pc") { " " } else { ";" };
        let text = text
            .replace("@VERSION@", &version)
            .replace("@MAJOR@", major)
            .replace("@MINOR@", minor)
            .replace("@SHARED@", shared.installed)
            .replace("@STATIC_LIBS@", &shared.needs.join(libraries));
        let to = prefix.join(to);
        fs::create_dir_all(to.parent().context("a file is in a folder")?)?;
        fs::write(to, text)?;
    }
    Ok(())
}

/// The files of the library on this system.
struct SharedLibrary {
    built: &'static str,
    installed: &'static str,
    built_static: &'static str,
    installed_static: &'static str,
    /// Libraries that a program with the static one is linked with.
    needs: &'static [&'static str],
}

impl SharedLibrary {
    fn here() -> Self {
        let (built_static, installed_static) = ("libsprung_c.a", "libsprung.a");
        if cfg!(windows) {
            let needs = &["kernel32", "ntdll", "userenv", "ws2_32", "dbghelp"];
            let (built, built_static) = ("sprung_c.dll", "sprung_c.lib");
            let (installed, installed_static) = ("sprung.dll", "sprung.lib");
            SharedLibrary { built, installed, built_static, installed_static, needs }
        } else if cfg!(target_os = "macos") {
            let (built, installed) = ("libsprung_c.dylib", "libsprung.dylib");
            SharedLibrary { built, installed, built_static, installed_static, needs: &["-lm"] }
        } else {
            let needs = &["-lgcc_s", "-lpthread", "-ldl", "-lm"];
            let (built, installed) = ("libsprung_c.so", "libsprung.so.0");
            SharedLibrary { built, installed, built_static, installed_static, needs }
        }
    }
}

/// The version of the packages of the workspace.
fn version(workspace: &Workspace) -> Result<String> {
    let manifest = workspace.read_file("Cargo.toml")?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \""));
    Ok(line.and_then(|rest| rest.split('"').next()).context("Cargo.toml has no version")?.into())
}

/// The folder of what the check makes, and the installed library.
struct Check<'a> {
    workspace: &'a Workspace,
    folder: PathBuf,
    prefix: PathBuf,
}

impl Check<'_> {
    /// Flags of the compiler, as a user gets them.
    fn flags(&self, libraries: &str) -> Result<Vec<String>> {
        let mut config = program(self.workspace, "pkg-config", libraries);
        config.arg("sprung").env("PKG_CONFIG_PATH", self.prefix.join("lib/pkgconfig"));
        Ok(output(&mut config)?.split_whitespace().map(String::from).collect())
    }

    /// Compiles one file into a program, and returns the command that runs it with the shared library.
    fn compile(&self, compiler: &str, options: &str, source: &Path) -> Result<Command> {
        let name = source.file_stem().unwrap_or_default().to_string_lossy();
        let kind = if options.contains("sanitize") { "-sanitized" } else { "" };
        let built = self.folder.join(format!("{name}{kind}"));
        let mut command = program(self.workspace, compiler, &format!("{STRICT} {options}"));
        run(command.arg(source).args(self.flags("--cflags --libs")?).arg("-o").arg(&built))?;
        let mut run = program(self.workspace, built, "");
        run.env("LD_LIBRARY_PATH", self.prefix.join("lib"));
        Ok(run)
    }

    fn compile_c(&self, name: &str, options: &str) -> Result<Command> {
        let source = self.workspace.root.join(SOURCE).join("tests").join(format!("{name}.c"));
        let options = format!("-std=c99 -D_POSIX_C_SOURCE=200809L -pthread {options}");
        self.compile("gcc", &options, &source)
    }

    fn compile_cpp(&self, name: &str, options: &str) -> Result<Command> {
        let source = self.workspace.root.join(SOURCE).join("tests").join(format!("{name}.cpp"));
        self.compile("g++", &format!("-std=c++17 {options}"), &source)
    }

    /// Compiles C# files with the installed ones, and returns the command that runs the program.
    fn csharp(&self, name: &str, sources: &[PathBuf]) -> Result<Command> {
        let built = self.folder.join(format!("{name}.exe"));
        let mut mcs = program(self.workspace, "mcs", "-unsafe -langversion:7.2 -warnaserror");
        mcs.arg(format!("-out:{}", built.display())).args(sources);
        let installed = self.prefix.join("share/sprung/csharp");
        run(mcs.args(["Native.cs", "Spring.cs"].map(|file| installed.join(file))))?;
        let mut mono = program(self.workspace, "mono", "");
        mono.arg(built).env("LD_LIBRARY_PATH", self.prefix.join("lib"));
        Ok(mono)
    }

    fn compile_csharp(&self) -> Result<Command> {
        let csharp = self.workspace.root.join(SOURCE).join("csharp");
        let files = ["unity/SpringFollow.cs", "tests/UnityEngine.cs", "tests/Golden.cs"];
        self.csharp("Golden", &files.map(|file| csharp.join(file)))
    }

    /// Bad arguments: under sanitizers, and under valgrind with the static library.
    fn hostile(&self) -> Result<()> {
        run(&mut self.compile_c("hostile", "-O1 -g -fsanitize=address,undefined")?)?;
        let source = self.workspace.root.join(SOURCE).join("tests/hostile.c");
        let built = self.folder.join("hostile-static");
        let options = format!("{STRICT} -std=c99 -D_POSIX_C_SOURCE=200809L -g");
        let mut gcc = program(self.workspace, "gcc", &options);
        gcc.arg(source).args(self.flags("--cflags")?).arg(self.prefix.join("lib/libsprung.a"));
        run(gcc.args(SharedLibrary::here().needs).arg("-o").arg(&built))?;
        let strict = "--quiet --leak-check=full --show-leak-kinds=definite,indirect,possible";
        let errors = "--errors-for-leak-kinds=definite,indirect,possible --error-exitcode=9";
        run(program(self.workspace, "valgrind", &format!("{strict} {errors}")).arg(built))
    }

    /// A program prints lines that Rust printed too, and as many as it should.
    fn same_lines(&self, wanted: &str, count: usize, command: &mut Command) -> Result<()> {
        let printed = output(command)?;
        let wrong: Vec<&str> =
            printed.lines().filter(|line| !wanted.lines().any(|same| same == *line)).collect();
        ensure!(wrong.is_empty(), "not what Rust prints:\n{}\nbut:\n{wanted}", wrong.join("\n"));
        let lines = printed.lines().count();
        ensure!(lines == count, "{lines} lines instead of {count}:\n{printed}");
        println!("{count} scenarios have the bits of the crates");
        Ok(())
    }

    /// Every program of the README is compiled and run; the first one also as its CMake project.
    fn readme(&self) -> Result<()> {
        let text = self.workspace.read_file(&format!("{SOURCE}/README.md"))?;
        let folder = self.folder.join("readme");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let write = |name: String, text: &str| -> Result<PathBuf> {
            let file = folder.join(name);
            fs::write(&file, text)?;
            Ok(file)
        };
        let c = blocks(&text, "c");
        let cpp = blocks(&text, "cpp");
        let csharp = blocks(&text, "csharp");
        let cmake = blocks(&text, "cmake");
        let counts = [c.len(), cpp.len(), csharp.len(), cmake.len()];
        ensure!(counts == [3, 1, 1, 1], "the README has other blocks: {counts:?}");
        for (at, block) in c.iter().enumerate() {
            let file = write(format!("program{at}.c"), block)?;
            run(&mut self.compile("gcc", "-std=c99", &file)?)?;
        }
        run(&mut self.compile("g++", "-std=c++17", &write("program.cpp".into(), cpp[0])?)?)?;
        run(&mut self.csharp("Door", &[write("Door.cs".into(), csharp[0])?])?)?;

        write("door.c".into(), c[0])?;
        for target in ["sprung::sprung", "sprung::static"] {
            let build = folder.join(target.replace("::", "-"));
            write("CMakeLists.txt".into(), &cmake[0].replace("sprung::sprung", target))?;
            let mut configure = program(self.workspace, "cmake", "-Wno-dev -S");
            configure.arg(&folder).arg("-B").arg(&build);
            run(configure.arg(format!("-DCMAKE_PREFIX_PATH={}", self.prefix.display())))?;
            run(program(self.workspace, "cmake", "--build").arg(&build))?;
            run(&mut program(self.workspace, build.join("door"), ""))?;
        }
        Ok(())
    }
}

/// The fenced blocks of a language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("\n```{language}\n");
    let after = page.match_indices(&fence).map(|(at, fence)| &page[at + fence.len()..]);
    after.filter_map(|rest| rest.split("```").next()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_those_of_the_language_alone() {
        let page = "a\n```c\none\n```\n```cpp\ntwo\n```\n```c\nthree\n```\n";
        assert_eq!(blocks(page, "c"), ["one\n", "three\n"]);
        assert_eq!(blocks(page, "cpp"), ["two\n"]);
        assert_eq!(blocks(page, "rust"), [""; 0]);
    }
}
