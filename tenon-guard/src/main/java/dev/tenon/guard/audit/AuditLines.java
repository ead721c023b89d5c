package dev.tenon.guard.audit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file, also of one packed by gzip, one after the other, without their ends. A line that is too long comes in pieces,
 * none of which fits.
 */
final class AuditLines implements AutoCloseable {
    private static final int BUFFER = 64 << 10;

    private final InputStream in;
    private long torn;

    AuditLines(Path file) throws IOException {
        in = new BufferedInputStream(
                file.toString().endsWith(".gz") ? unpacked(file) : Files.newInputStream(file), BUFFER);
    }

    private static InputStream unpacked(Path file) throws IOException {
        InputStream packed = Files.newInputStream(file);
        try {
            return new GZIPInputStream(packed, BUFFER);
        } catch (IOException e) {
            packed.close();
            throw e;
        }
    }

    /** The first line; null when it is none of an audit, or the file cannot be read as one. */
    static @Nullable ChainEntry first(Path file) throws IOException {
        try (AuditLines lines = new AuditLines(file)) {
            byte[] line = lines.next();
            return line == null ? null : ChainEntry.of(line);
        } catch (NoSuchFileException | EOFException | ZipException e) {
            return null;
        }
    }

    /**
     * The last line of a file, or of it up to the line of that number; null when there is none. Lines that are none of an audit are
     * left out.
     */
    static @Nullable ChainEntry last(Path file, long until) throws IOException {
        ChainEntry last = null;
        try (AuditLines lines = new AuditLines(file)) {
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                ChainEntry entry = ChainEntry.of(line);
                if (entry != null && entry.sequence() <= until) {
                    last = entry;
                }
            }
        } catch (NoSuchFileException | EOFException | ZipException e) {
            return last;
        }
        return last;
    }

    /** The next line that has an end, or null. */
    byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n' || line.size() > ChainEntry.MOST_BYTES) {
                return line.toByteArray();
            }
            line.write(b);
        }
        torn = line.size();
        return null;
    }

    /** How many bytes came behind the last line end, once all lines were read. */
    long torn() {
        return torn;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
