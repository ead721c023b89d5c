package dev.tenon.transport;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The standard input and output of this process, taken for the protocol.
 *
 * @param in the real standard input, unbuffered
 * @param out the real standard output, unbuffered
 */
public record StandardStreams(InputStream in, OutputStream out) {
    private static final AtomicBoolean CLAIMED = new AtomicBoolean();

    /**
     * Takes the standard streams away from the rest of the program: from now on {@code System.out} goes to standard
     * error and {@code System.in} is at its end, so that nothing else can write into the protocol or read from it.
     *
     * @throws IllegalStateException when they are taken already
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
