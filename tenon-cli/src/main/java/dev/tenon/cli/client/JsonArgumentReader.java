package dev.tenon.cli.client;

import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the value of {@code --args}: JSON, {@code -} for standard input, or {@code @FILE}. */
final class JsonArgumentReader {
    private JsonArgumentReader() {}

    static Json read(String written) {
        String text = readText(written);
        try {
            Json json = Json.parse(text);
            if (!json.isObject()) {
                throw CommandFailedException.usageError(
                        "--args must be an object in JSON, such as '{\"text\": \"Hello\"}'.");
            }
            return json;
        } catch (JsonException e) {
            throw CommandFailedException.usageError("--args is no JSON: " + e.getMessage()
                    + ". Put it in '...', write - to read it from standard input, or @FILE to read it from a file.");
        }
    }

    private static String readText(String written) {
        try {
            if (written.equals("-")) {
                return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
            }
            return written.startsWith("@") ? Files.readString(Path.of(written.substring(1))) : written;
        } catch (IOException e) {
            throw CommandFailedException.usageError("--args " + written + " cannot be read: " + e.getMessage());
        }
    }
}
