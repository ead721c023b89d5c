package dev.tenon.bench.peer;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.transport.Transport;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The floor of a guard: a reverse proxy on the same HTTP library, which hands on what comes and looks at nothing. */
public final class BareProxy {
    private BareProxy() {}

    /** Serves until the standard input ends. Argument: the port of the server behind it. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int count = Runtime.getRuntime().availableProcessors();
        int port = Integer.parseInt(args[0]);
        Vertx vertx = Vertx.builder()
                .withTransport(Transport.NIO)
                .with(new VertxOptions().setEventLoopPoolSize(count))
                .build();
        List<ProxyEventLoop> loops = new CopyOnWriteArrayList<>();
        vertx.deployVerticle(
                        () -> {
                            ProxyEventLoop loop = new ProxyEventLoop(port);
                            loops.add(loop);
                            return loop;
                        },
                        new DeploymentOptions().setInstances(count))
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        Host.serve(loops.get(0).port(), () -> {});
    }
}
