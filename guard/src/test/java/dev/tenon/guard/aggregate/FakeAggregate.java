package dev.tenon.guard.aggregate;

import dev.tenon.json.Json;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Revision;
import dev.tenon.server.StateEncryptionKeys;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardedCall;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An aggregate of fake members and its only client, on the thread of the test. */
final class FakeAggregate {
    /** A call that is not cancelled. */
    static final ForwardedCall CALL = newCall(false);

    final ServerAggregate aggregate;
    /** The members that were reported as connected later than others. */
    final List<String> connectedLater = new ArrayList<>();

    final MemberConnections connections;

    FakeAggregate(Revision revision, FakeMember... members) {
        List<AggregateMember> all = Stream.of(members).map(FakeMember::toMember).toList();
        aggregate = new ServerAggregate(
                Implementation.of("aggregate", "1"), StateEncryptionKeys.generate(), all, new InlineExecutor());
        connections = new MemberConnections(
                new FakeDownstreamClient(revision), aggregate, member -> connectedLater.add(member.name()));
    }

    static ForwardedCall newCall(boolean isCancelled) {
        return (ForwardedCall) Proxy.newProxyInstance(
                ForwardedCall.class.getClassLoader(),
                new Class<?>[] {ForwardedCall.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isCancelled" -> isCancelled;
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "toString" -> "fake call";
                    default -> throw new AssertionError("unexpected call of " + method);
                });
    }

    ReferenceCountedMember member(FakeMember member) {
        return aggregate.snapshot().all().get(aggregate.snapshot().indexOf(member.name));
    }

    /** Replaces the members, and retires the connections of the client to removed ones. */
    void replaceMembers(FakeMember... members) {
        List<ReferenceCountedMember> removed =
                new ArrayList<>(aggregate.snapshot().all());
        aggregate.replaceMembers(Stream.of(members).map(FakeMember::toMember).toList());
        removed.removeAll(aggregate.snapshot().all());
        removed.forEach(connections::retire);
    }

    /** Removes a member from the aggregate and from the connections of the client. */
    void remove(FakeMember member) {
        ReferenceCountedMember removed = member(member);
        aggregate.replaceMembers(aggregate.members().stream()
                .filter(other -> !other.name().equals(member.name))
                .toList());
        connections.retire(removed);
    }

    /** A client without capabilities, which ignores notifications. */
    private record FakeDownstreamClient(Revision revision) implements DownstreamClient {
        @Override
        public Optional<CallerPrincipal> principal() {
            return Optional.empty();
        }

        @Override
        public String callerKey() {
            return "fake";
        }

        @Override
        public Optional<Implementation> info() {
            return Optional.empty();
        }

        @Override
        public ClientCapabilities capabilities() {
            return ClientCapabilities.NONE;
        }

        @Override
        public boolean hasSession() {
            return !revision.isStateless();
        }

        @Override
        public void sendNotification(NotificationType<?> type, Json params) {
            // Ignores notifications.
        }

        @Override
        public Json requestInput(Method<?, ?> method, Json params) {
            throw new AssertionError("no member requests input");
        }
    }

    /** Executes each task at once, on the calling thread. */
    private static final class InlineExecutor extends AbstractExecutorService {
        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void shutdown() {
            // There are no threads.
        }

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }
}
