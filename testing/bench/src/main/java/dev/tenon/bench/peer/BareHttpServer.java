package dev.tenon.bench.peer;

import java.io.IOException;
import java.util.List;

/** The floor over HTTP: the HTTP library of Tenon alone, with the same settings. */
public final class BareHttpServer {
    private BareHttpServer() {}

    /** Serves until standard input ends. */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<BareHttpVerticle> loops = PeerVerticle.start(BareHttpVerticle::new);
        PeerControl.serve(loops.get(0).port(), () -> loops.forEach(BareHttpVerticle::notifyListeners));
    }
}
