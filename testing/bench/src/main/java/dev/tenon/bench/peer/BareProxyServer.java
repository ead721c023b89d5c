package dev.tenon.bench.peer;

import java.io.IOException;
import java.util.List;

/** The floor for a guard: a reverse proxy on the same HTTP library that forwards everything unchecked. */
public final class BareProxyServer {
    private BareProxyServer() {}

    /** Serves until standard input ends. Argument: the port of the upstream server. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int upstreamPort = Integer.parseInt(args[0]);
        List<BareProxyVerticle> loops = PeerVerticle.start(() -> new BareProxyVerticle(upstreamPort));
        PeerControl.serve(loops.get(0).port(), () -> {});
    }
}
