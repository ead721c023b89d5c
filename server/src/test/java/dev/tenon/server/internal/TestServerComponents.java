package dev.tenon.server.internal;

import dev.tenon.codec.MessageClassifier;
import dev.tenon.internal.buffer.MemoryBudget;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.server.Limits;
import dev.tenon.server.internal.connection.CodecRegistry;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.server.internal.connection.SessionInitializer;
import dev.tenon.server.internal.connection.SessionRegistry;
import dev.tenon.server.internal.dispatch.ClientNotificationHandler;
import dev.tenon.server.internal.dispatch.McpRequestDispatcher;
import dev.tenon.server.internal.feature.FeatureRegistry;
import dev.tenon.server.internal.feature.ServerMethodRegistry;
import dev.tenon.server.internal.limit.ClientInfoSizeValidator;
import dev.tenon.server.internal.limit.EventMemoryBudget;
import dev.tenon.server.internal.limit.LimitHitCounters;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.RunningRequestRegistry;
import dev.tenon.server.internal.request.ServerSettings;
import dev.tenon.server.observer.ServerObserver;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;

/** Creates the components of a server without features, threads and timers. */
public final class TestServerComponents {
    private TestServerComponents() {}

    /** Creates the components; work that can block is passed to the executor. */
    public static ServerComponents of(ServerSettings settings, Executor handlers) {
        Limits limits = settings.limits();
        LimitHitCounters counters = new LimitHitCounters();
        ChangeBroadcaster broadcaster = new ChangeBroadcaster(limits, counters, uri -> Set.of(), handlers);
        FeatureRegistry features = FeatureRegistry.createEmpty(settings, broadcaster);
        ClientInfoSizeValidator validator = new ClientInfoSizeValidator(limits.clientInfoBytes(), counters);
        SessionRegistry sessions = new SessionRegistry(broadcaster, limits, counters);
        CodecRegistry codecs = new CodecRegistry(settings.revisions(), settings.info());
        RunningRequestRegistry running = new RunningRequestRegistry(
                limits.requestsPerProcess(), new MemoryBudget(limits.requestBytes()), counters);
        McpRequestDispatcher dispatcher = new McpRequestDispatcher(
                new ServerMethodRegistry(features, broadcaster), running, handlers, ServerObserver.NONE, settings);
        return new ServerComponents(
                limits,
                new MessageReader(limits.json(), limits.batchMessages()),
                new MessageClassifier(settings.revisions(), settings.leniency()),
                codecs,
                new SessionInitializer(codecs, features, sessions, validator),
                dispatcher,
                new ClientNotificationHandler(ServerObserver.NONE, settings.leniency()),
                sessions,
                broadcaster,
                ServerObserver.NONE,
                new LongAdder(),
                counters,
                validator,
                new EventMemoryBudget(limits.replayBytes(), counters),
                settings.leniency());
    }
}
