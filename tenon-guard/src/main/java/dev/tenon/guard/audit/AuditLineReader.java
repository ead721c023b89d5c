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
 * The lines of a file, also of one packed by gzip, one after the other, without their ends. A line that is too long
 * comes in pieces, none of which fits.
 */
final class AuditLineReader implements AutoCloseable {
    private static final int BUFFER = 64 << 10;

    private final InputStream in;
    private long torn;

    AuditLineReader(Path file) throws IOException {
        in = new BufferedInputStream(
                file.toString().endsWith(".gz") ? openGzip(file) : Files.newInputStream(file), BUFFER);
    }

    private static InputStream openGzip(Path file) throws IOException {
        InputStream packed = Files.newInputStream(file);
        try {
            return new GZIPInputStream(packed, BUFFER);
        } catch (IOException e) {
            packed.close();
            throw e;
        }
    }

    /** The first line; null when it is none of an audit, or the file cannot be read as one. */
    static @Nullable ChainEntry readFirst(Path file) throws IOException {
        return findEntry(file, true, Long.MAX_VALUE);
    }

    /**
     * The last line of a file, or of it up to the line of that number; null when there is none. Lines that are none of
     * an audit are left out.
     */
    static @Nullable ChainEntry readLast(Path file, long until) throws IOException {
        return findEntry(file, false, until);
    }

    private static @Nullable ChainEntry findEntry(Path file, boolean isFirst, long until) throws IOException {
        ChainEntry last = null;
        try (AuditLineReader lines = new AuditLineReader(file)) {
            for (byte[] line = lines.readLine(); line != null; line = lines.readLine()) {
                ChainEntry entry = ChainEntry.parse(line);
                if (isFirst) {
                    return entry;
                }
                last = entry != null && entry.sequence() <= until ? entry : last;
            }
        } catch (NoSuchFileException | EOFException | ZipException e) {
            return last; // As far as it could be read.
        }
        return last;
    }

    /** The next line that has an end, or null. */
    byte @Nullable [] readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n' || line.size() > ChainEntry.MAX_BYTES) {
                return line.toByteArray();
            }
            line.write(b);
        }
        torn = line.size();
        return null;
    }

    /** How many bytes came behind the last line end, once all lines were read. */
    long tornBytes() {
        return torn;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
