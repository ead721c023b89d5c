package dev.tenon.bench.peer;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.transport.Transport;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The floor: the HTTP server that is beneath Tenon's, bare and set up alike. */
public final class BareHttp {
    private BareHttp() {}

    /** Serves until the standard input ends. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int count = Runtime.getRuntime().availableProcessors();
        Vertx vertx = Vertx.builder()
                .withTransport(Transport.NIO)
                .with(new VertxOptions().setEventLoopPoolSize(count))
                .build();
        List<BareEventLoop> loops = new CopyOnWriteArrayList<>();
        vertx.deployVerticle(
                        () -> {
                            BareEventLoop loop = new BareEventLoop();
                            loops.add(loop);
                            return loop;
                        },
                        new DeploymentOptions().setInstances(count))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        Host.serve(loops.get(0).port(), () -> loops.forEach(BareEventLoop::tell));
    }
}
