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

/** A member of an aggregate in tests: an upstream server with its guard. */
final class TestMember implements AutoCloseable {
    static final Implementation SELF = Implementation.of("aggregate", "1");

    final CountDownLatch removed = new CountDownLatch(1);
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
        this.guard = createGuard();
        guards.add(guard);
        this.http = http;
        this.sample = sample;
    }

    private Guard createGuard() {
        return Guard.builder(target).implementation(SELF).build();
    }

    /** Creates a member that is reached by HTTP. */
    static TestMember ofHttpServer(String name, Revision... revisions) {
        SampleServer sample = new SampleServer(name, revisions);
        return ofServer(name, sample.server, sample);
    }

    /** Creates a member for this server, which is reached by HTTP. */
    static TestMember ofServer(String name, McpServer server) {
        return ofServer(name, server, null);
    }

    private static TestMember ofServer(String name, McpServer server, @Nullable SampleServer sample) {
        TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();
        return new TestMember(name, ServerTarget.http(http.uri()), http, server, sample);
    }

    /** Creates a member for any target, even one that does not exist. */
    static TestMember ofTarget(String name, ServerTarget target) {
        return new TestMember(name, target, null, null, null);
    }

    /** Creates a member that is started as a process. */
    static TestMember ofProcess(String name, Revision revision) {
        return ofTarget(
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

    /** Returns the address of a member that is reached by HTTP. */
    String uri() {
        return Objects.requireNonNull(http).uri().toString();
    }

    int connectionCount() {
        return guard.connectionCount();
    }

    AggregateMember toMember(String prefix) {
        return new AggregateMember(name, prefix, guard.forwarder(), removed::countDown);
    }

    /** Returns a member with a new guard for the same server. */
    AggregateMember toMemberWithNewGuard(String prefix) {
        Guard newGuard = createGuard();
        guards.add(newGuard);
        return new AggregateMember(name, prefix, newGuard.forwarder(), newGuard::close);
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
