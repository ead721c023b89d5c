package dev.tenon.guard.hostile;

import dev.tenon.battery.hostile.Case;
import dev.tenon.battery.hostile.Era;
import dev.tenon.battery.hostile.HostileHttp;
import dev.tenon.battery.hostile.HostileStdio;
import dev.tenon.battery.hostile.Misbehaviour;
import dev.tenon.client.ClientLimits;
import dev.tenon.client.CommandTarget;
import dev.tenon.client.McpClient;
import dev.tenon.client.Target;
import dev.tenon.guard.Guard;
import dev.tenon.guard.GuardBuilder;
import dev.tenon.guard.policy.Findings;
import dev.tenon.guard.policy.Mode;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.policy.SchemaPolicy;
import dev.tenon.http.embedded.TenonHttp;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A hostile server, a guard before it, and a client before that. */
final class Post implements AutoCloseable {
    private final Era front;
    private static final Policies SCHEMAS =
            new Policies(List.of(new Policies.Post(new SchemaPolicy(100), Mode.ENFORCE)), Findings.NONE);

    private final @Nullable HostileHttp behind;
    private final @Nullable EverythingOn strict;
    private final Guard guard;
    private final TenonHttp http;
    private @Nullable McpClient client;

    Post(Attempt attempt, @Nullable Misbehaviour always) {
        Era era = attempt.tried().era();
        front = attempt.front();
        behind = attempt.tried().http() ? listening(era, always) : null;
        Target target = behind == null ? command(era, always) : Target.http(behind.uri());
        strict = attempt.strict() ? EverythingOn.inFolderOfItsOwn() : null;
        GuardBuilder building = Guard.before(target).clientLimits(limits(attempt.tried()));
        guard = (strict == null ? building.policies(SCHEMAS) : strict.on(building)).build();
        http = TenonHttp.serving(guard.server()).port(0).start();
    }

    /** Of those that never answer, no more is waited for than it takes to know: late ones answer after 1.5 seconds. */
    private static ClientLimits limits(Case tried) {
        boolean slow = tried.isSlow();
        // A process takes its time to start.
        int probe = tried.http() ? slow ? 2 : 5 : 15;
        return ClientLimits.DEFAULT
                .change()
                .callTime(Duration.ofMillis(slow ? 800 : 10_000))
                .callHardStop(Duration.ofMillis(slow ? 1600 : 10_000))
                .connectTime(Duration.ofSeconds(tried.http() && slow ? 8 : 20))
                .probeTime(Duration.ofSeconds(probe))
                .pages(200)
                .reconnectDelay(Duration.ofMillis(10))
                .build();
    }

    private static HostileHttp listening(Era era, @Nullable Misbehaviour always) {
        try {
            return new HostileHttp(era, always);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Target command(Era era, @Nullable Misbehaviour always) {
        String name = always == null ? "none" : always.name();
        return new CommandTarget(
                HostileStdio.command(era, name), Map.of(), null, line -> {}, line -> line, Duration.ofMillis(200));
    }

    /** The client, which connects when it is first wanted. */
    McpClient client() {
        McpClient known = client;
        if (known == null) {
            known = McpClient.named("front", "1")
                    .revisions(front == Era.LEGACY ? Revision.V2025_11_25 : Revision.V2026_07_28)
                    .connect(Target.http(http.uri()));
            client = known;
        }
        return known;
    }

    /** Lets the server behave from now on; false when it cannot. */
    boolean reforms() {
        if (behind != null) {
            behind.behave();
        }
        return behind != null;
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
        http.close();
        guard.close(Duration.ZERO);
        if (strict != null) {
            strict.close();
        }
        if (behind != null) {
            behind.close();
        }
    }
}
