package dev.tenon.bench.peer;

import java.io.IOException;
import java.util.List;

/** The floor of a guard: a reverse proxy on the same HTTP library, which hands on what comes and looks at nothing. */
public final class BareProxyServer {
    private BareProxyServer() {}

    /** Serves until the standard input ends. Argument: the port of the server behind it. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int behind = Integer.parseInt(args[0]);
        List<BareProxyVerticle> loops = PeerVerticle.start(() -> new BareProxyVerticle(behind));
        PeerControl.serve(loops.get(0).port(), () -> {});
    }
}
