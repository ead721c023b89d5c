package dev.tenon.guard.audit;

import dev.tenon.guard.internal.file.OwnerOnlyPermissions;
import dev.tenon.internal.text.Sha256;
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
 * The head file: sequence number and hash of the last line, and whether the guard is running. It is written after the
 * line, so it is never ahead: if the audit ends before that line, it was truncated. Its lock prevents two guards from writing the
 * same audit.
 */
record ChainHeadFile(Path file, FileLock lock, @Nullable Object key) implements AutoCloseable {
    private static final Pattern FORM =
            Pattern.compile("0*([0-9]{1,18}) ([0-9a-f]{" + Sha256.DIGITS + "}) ?([a-z]*)\\s*");
    private static final int MAX_BYTES = 200;

    /**
     * The content of the head file.
     *
     * @param last the sequence number and hash of the last line
     * @param isRunning whether the guard that wrote it was not stopped
     */
    record HeadNote(ChainEntry last, boolean isRunning) {}

    /**
     * Opens the head file for writing.
     *
     * @throws AuditException if another guard has locked it
     */
    static ChainHeadFile openAndLock(Path file) throws IOException {
        var options = EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileChannel channel = FileChannel.open(file, options, OwnerOnlyPermissions.fileAttributes());
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new OverlappingFileLockException();
            }
            return new ChainHeadFile(file, lock, AuditFile.fileKey(file));
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new AuditException(
                    "Another guard writes the audit of " + file + ": configure a separate audit file for each guard",
                    e);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Returns whether the file is still at its path. */
    boolean isInPlace() throws IOException {
        return AuditFile.size(file, key) >= 0;
    }

    void write(ChainEntry last, boolean isRunning) throws IOException {
        String text = String.format(Locale.ROOT, "%018d", last.sequence()) + " " + last.hash() + " "
                + (isRunning ? "running" : "stopped") + "\n";
        lock.channel().write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), 0);
    }

    /** Reads a head file; returns null if it does not exist or is invalid. */
    static @Nullable HeadNote read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        try (InputStream in = Files.newInputStream(file)) {
            Matcher matcher = FORM.matcher(new String(in.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1));
            if (!matcher.matches()) {
                return null;
            }
            ChainEntry last = new ChainEntry(Long.parseLong(matcher.group(1)), "", matcher.group(2), null);
            return new HeadNote(last, matcher.group(3).equals("running"));
        }
    }

    @Override
    public void close() throws IOException {
        lock.channel().close();
    }
}
