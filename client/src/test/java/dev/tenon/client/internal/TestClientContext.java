package dev.tenon.client.internal;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.ClientListener;
import dev.tenon.client.handler.ApprovalPolicy;
import dev.tenon.client.internal.config.ClientConfig;
import dev.tenon.client.internal.connection.ClientContext;
import dev.tenon.internal.concurrent.RuntimeScheduler;
import dev.tenon.internal.reflect.RecordCopier;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** The context of a client whose tasks and timers the test runs. */
public final class TestClientContext {
    public final ManualExecutor executor = new ManualExecutor();
    public final ManualTimer timer = new ManualTimer();
    /** The reasons of the connections that have ended. */
    public final List<String> lostConnections = new ArrayList<>();

    public final ClientContext context;

    public TestClientContext(ClientConfig config) {
        context = ClientContext.create(
                config, executor, new RuntimeScheduler(timer), (connection, reason) -> lostConnections.add(reason));
    }

    /** Returns a configuration without handlers that allows all revisions. */
    public static ClientConfig configOf(ClientLimits limits) {
        return new ClientConfig(
                Implementation.of("test", "1"),
                ClientCapabilities.NONE,
                null,
                null,
                null,
                null,
                ApprovalPolicy.ALLOW_ALL,
                new ClientListener() {},
                null,
                limits,
                EnumSet.allOf(Revision.class),
                null,
                null);
    }

    /** Returns a copy of a configuration with another value for one component. */
    public static ClientConfig configWith(ClientConfig config, String component, Object value) {
        return RecordCopier.copyWith(config, component, value);
    }
}
