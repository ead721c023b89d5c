package dev.tenon.cli.client;

import static dev.tenon.cli.error.CommandFailedException.usageError;

import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the value of {@code --args}: JSON, {@code -} for standard input, or {@code @FILE}. */
final class JsonArgumentReader {
    private JsonArgumentReader() {}

    static Json read(String argument) {
        String text = readText(argument);
        try {
            Json json = Json.parse(text);
            if (!json.isObject()) {
                throw usageError("--args must be a JSON object, such as '{\"text\": \"Hello\"}'.");
            }
            return json;
        } catch (JsonException e) {
            throw usageError("--args is not valid JSON: " + e.getMessage()
                    + ". Put it in '...', write - to read it from standard input, or @FILE to read it from a file.");
        }
    }

    private static String readText(String argument) {
        try {
            if (argument.equals("-")) {
                return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
            }
            return argument.startsWith("@") ? Files.readString(Path.of(argument.substring(1))) : argument;
        } catch (IOException e) {
            throw usageError("Could not read --args " + argument + ": " + e.getMessage());
        }
    }
}
