package dev.tenon.guard.aggregate;

import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.Guard;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.server.McpServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** An upstream server with its guard. */
final class TestMember implements AutoCloseable {
    static final Implementation SELF = Implementation.of("joint", "1");

    final CountDownLatch gone = new CountDownLatch(1);
    private final String name;
    private final ServerTarget target;
    private final Guard guard;
    private final List<Guard> guards = new CopyOnWriteArrayList<>();
    private final @Nullable TenonHttpServer http;
    private final @Nullable McpServer server;
    private final @Nullable SampleServer sample;

    private TestMember(
            String name,
            ServerTarget target,
            @Nullable TenonHttpServer http,
            @Nullable McpServer server,
            @Nullable SampleServer sample) {
        this.server = server;
        this.name = name;
        this.target = target;
        this.guard = guard();
        guards.add(guard);
        this.http = http;
        this.sample = sample;
    }

    private Guard guard() {
        return Guard.builder(target).implementation(SELF).build();
    }

    /** Creates one that is reached by HTTP. */
    static TestMember http(String name, Revision... revisions) {
        SampleServer sample = new SampleServer(name, revisions);
        return serving(name, sample.server, sample);
    }

    /** Creates one for another server, reached by HTTP. */
    static TestMember serving(String name, McpServer server) {
        return serving(name, server, null);
    }

    private static TestMember serving(String name, McpServer server, @Nullable SampleServer sample) {
        TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
        return new TestMember(name, ServerTarget.http(http.uri()), http, server, sample);
    }

    /** Creates one for any target, which need not exist. */
    static TestMember at(String name, ServerTarget target) {
        return new TestMember(name, target, null, null, null);
    }

    /** Creates one that is started as a process. */
    static TestMember program(String name, Revision revision) {
        return at(
                name,
                ServerTarget.command(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea:dev.tenon...",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        SampleServer.class.getName(),
                        name,
                        revision.wireName()));
    }

    SampleServer sample() {
        return Objects.requireNonNull(sample);
    }

    /** Returns its address if it is reached by HTTP. */
    String uri() {
        return Objects.requireNonNull(http).uri().toString();
    }

    int connections() {
        return guard.connectionCount();
    }

    AggregateMember prefixed(String prefix) {
        return new AggregateMember(name, prefix, guard.forwarder(), gone::countDown);
    }

    /** Returns another member for the same server. */
    AggregateMember another(String prefix) {
        Guard another = guard();
        guards.add(another);
        return new AggregateMember(name, prefix, another.forwarder(), another::close);
    }

    @Override
    public void close() {
        guards.forEach(each -> each.close(Duration.ZERO));
        if (http != null && server != null) {
            http.close();
            server.close(Duration.ZERO);
        }
    }
}
