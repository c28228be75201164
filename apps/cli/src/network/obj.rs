//! Wavefront OBJ: `v`, `f` and `l`; everything else is ignored.

use anyhow::{Context, Result, ensure};

use super::mesh::Mesh;

/// Reads a mesh. Polygons become fans of triangles; an index counts from 1, or back from the last point if below 0.
pub(super) fn parse(text: &str) -> Result<Mesh> {
    let mut mesh = Mesh::default();
    for (number, line) in text.lines().enumerate() {
        read_line(line, &mut mesh).with_context(|| format!("line {}: {line}", number + 1))?;
    }
    Ok(mesh)
}

fn read_line(line: &str, mesh: &mut Mesh) -> Result<()> {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("v") => {
            let mut coordinate = || -> Result<f32> {
                let word = words.next().context("a point has three coordinates")?;
                word.parse().with_context(|| format!("not a number: {word}"))
            };
            mesh.points.push([coordinate()?, coordinate()?, coordinate()?]);
        }
        Some("f") => {
            let corners = indices(words, mesh.points.len())?;
            ensure!(corners.len() >= 3, "a face has three corners or more");
            let fan = corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]);
            mesh.triangles.extend(fan);
        }
        Some("l") => {
            let points = indices(words, mesh.points.len())?;
            ensure!(points.len() >= 2, "a line has two points or more");
            mesh.lines.extend(points.windows(2).map(|pair| [pair[0], pair[1]]));
        }
        _ => {}
    }
    Ok(())
}

/// Returns the vertex indices of entries such as `7`, `7/1`, `7//3` and `-1`.
fn indices<'a>(words: impl Iterator<Item = &'a str>, points: usize) -> Result<Vec<u32>> {
    words
        .map(|word| {
            let index = word.split('/').next().unwrap_or("");
            let index: i64 = index.parse().with_context(|| format!("not an index: {word}"))?;
            let from_zero = if index < 0 { points as i64 + index } else { index - 1 };
            let found = (0..points as i64).contains(&from_zero);
            ensure!(found, "vertex index {index} is out of range ({points} vertices so far)");
            Ok(from_zero as u32)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_with_textures_and_normals_is_two_triangles() {
        let text = "# square\nv 0 0 0\nv 1 0 0\nv 1 1 0 1.0\nv 0 1 0\nvt 0 0\nf 1/1/1 2//1 3/2 -1\nl 1 3\n";
        let mesh = parse(text).unwrap();
        assert_eq!(mesh.points[2], [1.0, 1.0, 0.0]);
        assert_eq!(mesh.triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(mesh.lines, [[0, 2]]);
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        for (text, word) in [
            ("v 0 0", "three coordinates"),
            ("\nv 0 0 x", "line 2"),
            ("v 0 0 0\nf 1 1 2", "index 2 is out of range (1 vertices so far)"),
            ("v 0 0 0\nf 1 1 0", "index 0 is out of range"),
            ("v 0 0 0\nf 1 1", "three corners"),
        ] {
            let error = format!("{:#}", parse(text).unwrap_err());
            assert!(error.contains(word), "{text:?}: {error}");
        }
    }
}
