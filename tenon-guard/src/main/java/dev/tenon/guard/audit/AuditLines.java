package dev.tenon.guard.audit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The lines of a file, one after the other, without their ends. A line that is too long comes in pieces, none of which fits. */
final class AuditLines implements AutoCloseable {
    private final InputStream in;
    private long torn;

    AuditLines(Path file) throws IOException {
        in = new BufferedInputStream(Files.newInputStream(file), 64 << 10);
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
