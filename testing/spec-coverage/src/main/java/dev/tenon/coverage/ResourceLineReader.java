package dev.tenon.coverage;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads the lines of a resource, without comments ({@code #}) and empty lines. */
final class ResourceLineReader {

    private ResourceLineReader() {}

    static List<String> readLines(String resource) {
        InputStream in = ResourceLineReader.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IllegalStateException(resource + " is missing from tenon-spec-coverage");
        }
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
