package dev.tenon.bench.peer;

import java.io.IOException;
import java.util.List;

/** The floor: the HTTP server that is beneath Tenon's, bare and set up alike. */
public final class BareHttpServer {
    private BareHttpServer() {}

    /** Serves until the standard input ends. */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<BareHttpVerticle> loops = PeerVerticle.start(BareHttpVerticle::new);
        PeerControl.serve(loops.get(0).port(), () -> loops.forEach(BareHttpVerticle::notifyListeners));
    }
}
