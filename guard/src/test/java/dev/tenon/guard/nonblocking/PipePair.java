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
 * Two pipes of the operating system, one for each direction, with limited buffers like those of a process. Sockets with
 * small buffers are no replacement: their writer and their reader may both wait for a minute.
 */
record PipePair(PipeEnd guardEnd, PipeEnd clientEnd) implements AutoCloseable {
    /** The streams of one side. */
    record PipeEnd(InputStream in, OutputStream out) {
        StdioChannel channel(ChannelLimits limits) {
            return new StdioChannel(in, out, limits);
        }
    }

    static PipePair open() {
        try {
            Pipe toGuard = Pipe.open();
            Pipe toClient = Pipe.open();
            return new PipePair(endOf(toGuard, toClient), endOf(toClient, toGuard));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PipeEnd endOf(Pipe input, Pipe output) {
        return new PipeEnd(Channels.newInputStream(input.source()), Channels.newOutputStream(output.sink()));
    }

    @Override
    public void close() {
        try (guardEnd.in;
                guardEnd.out;
                clientEnd.in;
                clientEnd.out) {
            // All are closed.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
