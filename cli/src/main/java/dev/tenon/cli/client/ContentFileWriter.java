package dev.tenon.cli.client;

import dev.tenon.cli.error.CommandFailedException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Saves binary content. Names from a server cannot leave the directory, and existing files are not overwritten. */
final class ContentFileWriter {
    private static final int MAX_NAME_CHARS = 60;
    private static final int MAX_TRIES = 10_000;
    private static final Map<String, String> EXTENSIONS = Map.of(
            "jpeg", "jpg", "plain", "txt", "svg+xml", "svg", "mpeg", "mp3", "x-wav", "wav", "octet-stream", "bin");

    private final @Nullable Path directory;
    private final String name;

    /**
     * Creates a writer for this directory; null saves nothing.
     *
     * @param name the base name of the files, to which a number is added
     */
    ContentFileWriter(@Nullable Path directory, String name) {
        this.directory = directory;
        String plain = name.replaceAll("[^A-Za-z0-9_-]+", "-").replaceAll("^-+|-+$", "");
        this.name = plain.isEmpty() ? "content" : plain.substring(0, Math.min(MAX_NAME_CHARS, plain.length()));
    }

    /**
     * Saves the bytes to a new file; returns the file, or null if no directory was given.
     *
     * @throws CommandFailedException if the file cannot be written, or 9,999 files of this name and type exist
     */
    @Nullable Path saveIfDirectoryGiven(byte[] bytes, @Nullable String mimeType) {
        if (directory == null) {
            return null;
        }
        try {
            Files.createDirectories(directory);
            for (int number = 1; number < MAX_TRIES; number++) {
                Path file = directory.resolve(name + "-" + number + "." + fileExtension(mimeType));
                if (tryWrite(file, bytes)) {
                    return file;
                }
            }
            throw CommandFailedException.failure("Too many files " + name + "-... in " + directory + ".");
        } catch (IOException e) {
            throw CommandFailedException.failure("Could not save to " + directory + ": " + e.getMessage());
        }
    }

    /** Writes the file unless it exists; returns whether it was written. */
    private static boolean tryWrite(Path file, byte[] bytes) throws IOException {
        try {
            Files.write(file, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    private static String fileExtension(@Nullable String mimeType) {
        String type = mimeType == null ? "" : mimeType.toLowerCase(Locale.ROOT);
        String sub = type.replaceFirst("^[^/]*/?", "").replaceFirst(";.*", "").strip();
        String known = EXTENSIONS.getOrDefault(sub, sub);
        return known.matches("[a-z0-9]{1,10}") ? known : "bin";
    }
}
