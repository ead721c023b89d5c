package dev.tenon.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A fenced block of the documentation.
 *
 * @param kind what stands behind the fence, such as {@code java} or {@code json >}
 */
record Snippet(String file, int line, String kind, String text) {
    /** Every block of the README and of {@code docs}. */
    static List<Snippet> all() throws IOException {
        Path root = root();
        List<Snippet> snippets = new ArrayList<>(of(root, root.resolve("README.md")));
        try (Stream<Path> files = Files.list(root.resolve("docs"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
                snippets.addAll(of(root, file));
            }
        }
        return snippets;
    }

    /** The folder of the project, whichever module the tests run in. */
    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("LICENSE"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    private static List<Snippet> of(Path root, Path file) throws IOException {
        List<Snippet> snippets = new ArrayList<>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("```")) {
                int start = i + 1;
                int end = start;
                while (!lines.get(end).startsWith("```")) {
                    end++;
                }
                snippets.add(new Snippet(
                        root.relativize(file).toString(),
                        start + 1,
                        lines.get(i).substring(3).strip(),
                        String.join("\n", lines.subList(start, end))));
                i = end;
            }
        }
        return snippets;
    }

    @Override
    public String toString() {
        return file + ":" + line;
    }
}
