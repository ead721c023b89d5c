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
 * Reads the lines of a file, which may be compressed by gzip, without line breaks. A line that is too long is returned
 * in pieces that are not valid lines.
 */
final class AuditLineReader implements AutoCloseable {
    private static final int BUFFER = 64 << 10;

    private final InputStream in;
    private long partialBytes;

    AuditLineReader(Path file) throws IOException {
        InputStream bytes = Files.newInputStream(file);
        try {
            in = new BufferedInputStream(
                    file.toString().endsWith(".gz") ? new GZIPInputStream(bytes, BUFFER) : bytes, BUFFER);
        } catch (IOException e) {
            bytes.close();
            throw e;
        }
    }

    /** Returns the first line; null if it is not an audit line or the file cannot be read. */
    static @Nullable ChainEntry readFirst(Path file) throws IOException {
        try (AuditLineReader lines = new AuditLineReader(file)) {
            byte[] line = lines.readLine();
            return line == null ? null : ChainEntry.parse(line);
        } catch (NoSuchFileException | EOFException | ZipException e) {
            return null; // The file is truncated or corrupt.
        }
    }

    /**
     * Returns the last line, or the last one up to a sequence number; null if not found. Invalid lines are skipped.
     */
    static @Nullable ChainEntry readLast(Path file, long maxSequence) throws IOException {
        ChainEntry last = null;
        try (AuditLineReader lines = new AuditLineReader(file)) {
            for (byte[] line = lines.readLine(); line != null; line = lines.readLine()) {
                ChainEntry entry = ChainEntry.parse(line);
                last = entry != null && entry.sequence() <= maxSequence ? entry : last;
            }
        } catch (NoSuchFileException | EOFException | ZipException e) {
            return last; // The file is truncated or corrupt.
        }
        return last;
    }

    /** Returns the next complete line, or null. */
    byte @Nullable [] readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n' || line.size() > ChainEntry.MAX_BYTES) {
                return line.toByteArray();
            }
            line.write(b);
        }
        partialBytes = line.size();
        return null;
    }

    /** Returns the number of bytes after the last line break, once all lines were read. */
    long tornBytes() {
        return partialBytes;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
