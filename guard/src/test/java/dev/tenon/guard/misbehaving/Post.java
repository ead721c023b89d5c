package dev.tenon.guard.misbehaving;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.Guard;
import dev.tenon.guard.GuardBuilder;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.schema.SchemaPolicy;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Revision;
import dev.tenon.testkit.misbehaviour.MisbehavingHttpServer;
import dev.tenon.testkit.misbehaviour.MisbehavingStdioServer;
import dev.tenon.testkit.misbehaviour.Misbehaviour;
import dev.tenon.testkit.misbehaviour.MisbehaviourCase;
import dev.tenon.testkit.misbehaviour.ProtocolEra;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A hostile server, a guard before it, and a client before that. */
final class Post implements AutoCloseable {
    private final ProtocolEra front;
    private static final PolicyChain SCHEMAS = new PolicyChain(
            List.of(new PolicyChain.PolicyEntry(new SchemaPolicy(100), EnforcementMode.ENFORCE)), FindingListener.NONE);

    private final @Nullable MisbehavingHttpServer behind;
    private final @Nullable EverythingOn strict;
    private final Guard guard;
    private final TenonHttpServer http;
    private @Nullable McpClient client;

    Post(Attempt attempt, @Nullable Misbehaviour always) {
        ProtocolEra era = attempt.tried().era();
        front = attempt.front();
        behind = attempt.tried().http() ? listening(era, always) : null;
        ServerTarget target = behind == null ? command(era, always) : ServerTarget.http(behind.uri());
        strict = attempt.strict() ? EverythingOn.inFolderOfItsOwn() : null;
        GuardBuilder building = Guard.builder(target).clientLimits(limits(attempt.tried()));
        guard = (strict == null ? building.policies(SCHEMAS) : strict.on(building)).build();
        http = TenonHttpServer.builder(guard.server()).port(0).start();
    }

    /** Of those that never answer, no more is waited for than it takes to know: late ones answer after 1.5 seconds. */
    private static ClientLimits limits(MisbehaviourCase tried) {
        boolean slow = tried.isSlow();
        // A process takes its time to start.
        int probe = tried.http() ? slow ? 2 : 5 : 15;
        return ClientLimits.DEFAULT.toBuilder()
                .callTimeout(Duration.ofMillis(slow ? 800 : 10_000))
                .maxCallTimeout(Duration.ofMillis(slow ? 1600 : 10_000))
                .connectTimeout(Duration.ofSeconds(tried.http() && slow ? 8 : 20))
                .probeTimeout(Duration.ofSeconds(probe))
                .pages(200)
                .reconnectDelay(Duration.ofMillis(10))
                .build();
    }

    private static MisbehavingHttpServer listening(ProtocolEra era, @Nullable Misbehaviour always) {
        try {
            return new MisbehavingHttpServer(era, always);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerTarget command(ProtocolEra era, @Nullable Misbehaviour always) {
        String name = always == null ? "none" : always.name();
        return new CommandTarget(
                MisbehavingStdioServer.command(era, name),
                Map.of(),
                null,
                line -> {},
                line -> line,
                Duration.ofMillis(200));
    }

    /** The client, which connects when it is first wanted. */
    McpClient client() {
        McpClient known = client;
        if (known == null) {
            known = McpClient.builder("front", "1")
                    .revisions(front == ProtocolEra.LEGACY ? Revision.V2025_11_25 : Revision.V2026_07_28)
                    .connect(ServerTarget.http(http.uri()));
            client = known;
        }
        return known;
    }

    /** Lets the server behave from now on; false when it cannot. */
    boolean reforms() {
        if (behind != null) {
            behind.resetMisbehaviour();
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
