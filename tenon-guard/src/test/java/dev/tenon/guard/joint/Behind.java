package dev.tenon.guard.joint;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.Target;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.internal.Passages;
import dev.tenon.guard.internal.Upstreams;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.watch.GuardObserver;
import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The way of a guard to a server. */
final class Behind implements AutoCloseable {
    static final Implementation SELF = Implementation.of("joint", "1");

    final CountDownLatch gone = new CountDownLatch(1);
    private final String name;
    private final Upstreams upstreams;
    private final Passages passages;
    private final @Nullable TenonHttp http;
    private final @Nullable Sample sample;

    private Behind(String name, Target target, @Nullable TenonHttp http, @Nullable Sample sample) {
        ClientLimits limits =
                ClientLimits.DEFAULT.change().calls(1024).asks(256).build();
        this.name = name;
        this.upstreams = new Upstreams(target, SELF, limits, GuardLimits.DEFAULT);
        this.passages = new Passages(upstreams, () -> Policies.NONE, GuardObserver.NONE, name, GuardLimits.DEFAULT);
        this.http = http;
        this.sample = sample;
    }

    /** Reached by HTTP. */
    static Behind http(String name, Revision... revisions) {
        Sample sample = new Sample(name, revisions);
        TenonHttp http = TenonHttp.serving(sample.server).port(0).start();
        return new Behind(name, Target.http(http.uri()), http, sample);
    }

    /** Somewhere, or nowhere. */
    static Behind at(String name, Target target) {
        return new Behind(name, target, null, null);
    }

    /** Started as a process. */
    static Behind program(String name, Revision revision) {
        return at(
                name,
                Target.command(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Sample.class.getName(),
                        name,
                        revision.wireName()));
    }

    Sample sample() {
        return java.util.Objects.requireNonNull(sample);
    }

    int connections() {
        return upstreams.size();
    }

    Member prefixed(String prefix) {
        return new Member(name, prefix, passages, gone::countDown);
    }

    @Override
    public void close() {
        upstreams.close();
        if (http != null && sample != null) {
            http.close();
            sample.server.close(Duration.ZERO);
        }
    }
}
