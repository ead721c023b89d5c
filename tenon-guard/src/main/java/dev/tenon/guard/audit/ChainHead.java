package dev.tenon.guard.audit;

import dev.tenon.guard.internal.file.OwnerOnlyPermissions;
import dev.tenon.guard.internal.file.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The note of the last line that was written: its number and hash, and whether the guard is running. It is written
 * after the line, so it is never ahead: a file that is behind it has lost its end. Its lock keeps two guards from
 * writing one audit.
 */
record ChainHead(Path file, FileLock lock, @Nullable Object key) implements AutoCloseable {
    private static final Pattern FORM =
            Pattern.compile("0*([0-9]{1,18}) ([0-9a-f]{" + Sha256.DIGITS + "}) ?([a-z]*)\\s*");
    private static final int MAX_BYTES = 200;

    /**
     * What was noted.
     *
     * @param last the number and hash of the last line
     * @param isRunning whether the guard that wrote it has not been stopped
     */
    record HeadNote(ChainEntry last, boolean isRunning) {}

    /**
     * Opens it for writing.
     *
     * @throws AuditException when another guard has it
     */
    static ChainHead open(Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file,
                EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                OwnerOnlyPermissions.fileAttributes());
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new OverlappingFileLockException();
            }
            return new ChainHead(file, lock, AuditFile.key(file));
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new AuditException(
                    "The audit file beside " + file + " is written by another guard: give each its own", e);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Whether the file is still where it was. */
    boolean isInPlace() throws IOException {
        return AuditFile.size(file, key) >= 0;
    }

    void write(ChainEntry last, boolean isRunning) throws IOException {
        String text = String.format(Locale.ROOT, "%018d", last.sequence()) + " " + last.hash() + " "
                + (isRunning ? "running" : "stopped") + "\n";
        lock.channel().write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), 0);
    }

    /** What is noted; null when there is no note that can be read. */
    static @Nullable HeadNote read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        try (InputStream in = Files.newInputStream(file)) {
            Matcher note = FORM.matcher(new String(in.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1));
            return note.matches()
                    ? new HeadNote(
                            new ChainEntry(Long.parseLong(note.group(1)), "", note.group(2), null),
                            note.group(3).equals("running"))
                    : null;
        }
    }

    @Override
    public void close() throws IOException {
        lock.channel().close();
    }
}
