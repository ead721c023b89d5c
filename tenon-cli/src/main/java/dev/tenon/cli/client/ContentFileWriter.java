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

/** Saves what cannot be printed. A name that a server gives leads nowhere else, and no file is written over. */
final class ContentFileWriter {
    private static final int LONGEST_NAME = 60;
    private static final int MOST_TRIES = 10_000;
    private static final Map<String, String> ENDINGS = Map.of(
            "jpeg", "jpg", "plain", "txt", "svg+xml", "svg", "mpeg", "mp3", "x-wav", "wav", "octet-stream", "bin");

    private final @Nullable Path directory;
    private final String name;

    /**
     * Saves there, or with null nowhere.
     *
     * @param name what the files are called, besides a number
     */
    ContentFileWriter(@Nullable Path directory, String name) {
        this.directory = directory;
        String plain = name.replaceAll("[^A-Za-z0-9_-]+", "-").replaceAll("^-+|-+$", "");
        this.name = plain.isEmpty() ? "content" : plain.substring(0, Math.min(LONGEST_NAME, plain.length()));
    }

    /** Saves it; returns where, or null when nothing is to be saved. */
    @Nullable Path save(byte[] bytes, @Nullable String mimeType) {
        if (directory == null) {
            return null;
        }
        try {
            Files.createDirectories(directory);
            for (int number = 1; number < MOST_TRIES; number++) {
                Path file = directory.resolve(name + "-" + number + "." + fileExtension(mimeType));
                if (tryWrite(file, bytes)) {
                    return file;
                }
            }
            throw CommandFailedException.failure("There are too many files " + name + "-... in " + directory + ".");
        } catch (IOException e) {
            throw CommandFailedException.failure("Nothing could be saved in " + directory + ": " + e.getMessage());
        }
    }

    /** Whether it was written: not where there is a file already. */
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
        String known = ENDINGS.getOrDefault(sub, sub);
        return known.matches("[a-z0-9]{1,10}") ? known : "bin";
    }
}
