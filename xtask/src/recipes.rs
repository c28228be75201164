//! The recipes: programs that show the library at work on data that outgrows one file or machine.

use anyhow::{Context, Result};

use crate::command::{debug_build, is_on_path, program, run};
use crate::install;
use crate::python;
use crate::workspace::Workspace;

/// The packages of the engines that take minutes to fetch and start. PySpark runs in Java.
const ENGINES: &str = "pyspark==4.0.1 bytewax==0.21.1 pandas pyarrow protobuf grpcio";

/// Resamples and smooths a folder of motion capture by the program. The other recipes are run by the tests of the Python
/// package.
pub(crate) fn run_program(workspace: &Workspace) -> Result<()> {
    let sprung = debug_build(workspace)?.join("sprung");
    let python = install::one_of(workspace, &["python3"], "python3")?;
    let mut recipe = program(workspace, python, "recipes/motion_capture.py");
    run(recipe.arg(sprung).args(["--takes", "3"]))
}

/// Runs PySpark and Bytewax on one machine: their results have the bits of each series alone.
pub(crate) fn run_engines(workspace: &Workspace) -> Result<()> {
    if !is_on_path("java") {
        install::package(workspace, "default-jre-headless")?;
    }
    let python = python::with_wheel(workspace)?;
    let install = format!("-m pip install --quiet --disable-pip-version-check {ENGINES}");
    run(&mut program(workspace, &python, &install))
        .with_context(|| format!("type: pip install {ENGINES}"))?;
    for recipe in ["recipes/spark_stream.py", "recipes/keyed_stream.py"] {
        run(&mut program(workspace, &python, recipe))?;
    }
    Ok(())
}
