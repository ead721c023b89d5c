package dev.tenon.guard.nonblocking;

import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.StdioChannel;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;

/**
 * Two ends of a pair of pipes of the operating system, which hold so much and no more, as those of a process do.
 * Sockets with small buffers are no replacement: a writer and a reader of one may both wait for a minute.
 */
record Wire(End near, End far) implements AutoCloseable {
    /** Where one side reads and writes. */
    record End(InputStream in, OutputStream out) {
        StdioChannel channel(ChannelLimits limits) {
            return new StdioChannel(in, out, limits);
        }
    }

    static Wire make() {
        try {
            Pipe one = Pipe.open();
            Pipe other = Pipe.open();
            return new Wire(end(one, other), end(other, one));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static End end(Pipe read, Pipe written) {
        return new End(Channels.newInputStream(read.source()), Channels.newOutputStream(written.sink()));
    }

    @Override
    public void close() {
        try (near.in;
                near.out;
                far.in;
                far.out) {
            // All are closed.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
