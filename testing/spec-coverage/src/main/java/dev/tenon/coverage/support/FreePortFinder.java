package dev.tenon.coverage.support;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports for servers whose port must be known before they start; all others listen on port 0. */
public final class FreePortFinder {
    /**
     * Below the ports that Linux and other systems give to outgoing connections, which are taken and freed at any time.
     */
    private static final int FIRST = 15_000;

    private static final int END = 30_000;
    private static final int MAX_ATTEMPTS = 1000;

    private FreePortFinder() {}

    /** Returns a port of the loopback address on which no program listens now. */
    public static int find() throws IOException {
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // In use: tries the next one.
            }
        }
        throw new IOException("No free port from " + FIRST + " to " + END);
    }
}
