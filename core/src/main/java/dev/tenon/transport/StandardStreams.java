package dev.tenon.transport;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The standard input and output of this process, reserved for the protocol.
 *
 * @param in the original standard input, unbuffered
 * @param out the original standard output, unbuffered
 */
public record StandardStreams(InputStream in, OutputStream out) {
    private static final AtomicBoolean CLAIMED = new AtomicBoolean();

    /**
     * Reserves the standard streams: from now on {@code System.out} writes to standard error and {@code System.in} is
     * at its end, so that other code cannot write into the protocol or read from it.
     *
     * @throws IllegalStateException if they are already reserved
     */
    public static StandardStreams claim() {
        if (!CLAIMED.compareAndSet(false, true)) {
            throw new IllegalStateException("Standard input and output are in use by another server of this process");
        }
        System.setOut(System.err);
        System.setIn(InputStream.nullInputStream());
        return new StandardStreams(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
    }
}
