package dev.tenon.guard.aggregate;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.forwarder.DownstreamClient;
import dev.tenon.server.forwarder.ForwardingSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The connections of one client to the members. */
final class MemberConnections {
    final DownstreamClient client;
    final ServerAggregate aggregate;
    private final Consumer<ReferenceCountedMember> onMemberConnected;
    /** Held while a connection is added. */
    private final ReentrantLock addLock = new ReentrantLock();
    /** At most one for each member: a list, as most clients use few members, and many only for one request. */
    private final List<MemberConnection> connections = new CopyOnWriteArrayList<>();

    private volatile boolean isShutDown;

    /**
     * Creates connections that are opened on first use.
     *
     * @param onMemberConnected called for a member that the client's description does not include
     */
    MemberConnections(
            DownstreamClient client, ServerAggregate aggregate, Consumer<ReferenceCountedMember> onMemberConnected) {
        this.client = client;
        this.aggregate = aggregate;
        this.onMemberConnected = onMemberConnected;
    }

    /**
     * Runs a task on a member, and blocks while connecting. Marks the member as healthy if the task returns.
     *
     * @throws MemberRemovedException if it is no longer a member
     * @throws RpcException -32600 if the client has left
     */
    <T> T runOn(ReferenceCountedMember member, MemberTask<T> task) throws Exception {
        MemberConnection connection = getOrCreateConnection(member);
        if (isShutDown) {
            shutdown();
            throw new RpcException(ErrorCode.INVALID_REQUEST, "The session has ended");
        }
        if (connection == null || !connection.calls.tryAcquire()) {
            throw new MemberRemovedException(member);
        }
        try {
            T result = task.run(connection.getOrConnect(() -> onMemberConnected.accept(member)));
            member.markHealthy();
            return result;
        } finally {
            connection.calls.release();
        }
    }

    private @Nullable MemberConnection getOrCreateConnection(ReferenceCountedMember member) {
        MemberConnection existing = findConnection(member);
        if (existing != null) {
            return existing;
        }
        addLock.lock();
        try {
            existing = findConnection(member);
            if (existing != null || !member.users.tryAcquire()) {
                return existing;
            }
            MemberConnection added =
                    new MemberConnection(member, new MemberDownstreamClient(client, member, aggregate));
            connections.add(added);
            return added;
        } finally {
            addLock.unlock();
        }
    }

    private @Nullable MemberConnection findConnection(ReferenceCountedMember member) {
        for (MemberConnection connection : connections) {
            if (connection.member.equals(member)) {
                return connection;
            }
        }
        return null;
    }

    /** A task of a member on behalf of a client. */
    @FunctionalInterface
    interface MemberTask<T> {
        T run(ForwardingSession session) throws Exception;
    }

    /** A non-blocking task of a member. */
    @FunctionalInterface
    interface AsyncMemberTask {
        /**
         * Starts the task.
         *
         * @param release releases the member; its argument says whether the member responded; further calls have no
         *     effect
         * @return false if the task is not started; the member is then released
         */
        boolean start(ForwardingSession session, Consumer<Boolean> release);
    }

    /**
     * Starts a task on a member. Returns false, without an exception, if the task was not started: because that would
     * block or failed, or because the member was removed or the client has left. Marks the member as healthy when the
     * task releases it after a response.
     */
    boolean tryStartOn(ReferenceCountedMember member, AsyncMemberTask task) {
        MemberConnection connection = getOrCreateConnection(member);
        if (isShutDown) {
            shutdown();
            return false;
        }
        boolean isReady = connection != null && (connection.sessionIfConnected() != null || !client.hasSession());
        if (connection == null || !isReady || !connection.calls.tryAcquire()) {
            return false;
        }
        AtomicBoolean isReleased = new AtomicBoolean();
        Consumer<Boolean> release = responded -> {
            if (responded) {
                member.markHealthy();
            }
            if (isReleased.compareAndSet(false, true)) {
                connection.calls.release();
            }
        };
        boolean isStarted = false;
        try {
            isStarted = task.start(connection.getOrConnect(() -> onMemberConnected.accept(member)), release);
        } catch (Exception e) {
            LOG.debug("Could not start a task on a member: member={}", member, e);
        } finally {
            if (!isStarted) {
                release.accept(false);
            }
        }
        return isStarted;
    }

    /** Like {@link #runOnEach}, with the same task for all members. */
    <T> List<MemberResult<T>> runOnAll(List<ReferenceCountedMember> members, MemberTask<T> task)
            throws InterruptedException {
        return runOnEach(members, member -> task);
    }

    /**
     * Runs tasks on several members in parallel. After one has succeeded, it waits for the others only up to the
     * timeout; their tasks continue.
     *
     * @throws InterruptedException if this thread is interrupted, which interrupts the tasks
     */
    <T> List<MemberResult<T>> runOnEach(
            List<ReferenceCountedMember> members, Function<ReferenceCountedMember, MemberTask<T>> task)
            throws InterruptedException {
        if (members.size() == 1) {
            return List.of(runToResult(members.get(0), task.apply(members.get(0)), new AtomicBoolean()));
        }
        AtomicBoolean anySucceeded = new AtomicBoolean();
        List<Future<MemberResult<T>>> futures = new ArrayList<>();
        try {
            members.forEach(member ->
                    futures.add(aggregate.threads.submit(() -> runToResult(member, task.apply(member), anySucceeded))));
            long deadline = System.nanoTime() + aggregate.timeout.toNanos();
            List<MemberResult<T>> results = new ArrayList<>();
            for (int i = 0; i < futures.size(); i++) {
                results.add(awaitResult(members.get(i), futures.get(i), anySucceeded, deadline));
            }
            return results;
        } catch (InterruptedException e) {
            futures.forEach(future -> future.cancel(true));
            throw e;
        }
    }

    private <T> MemberResult<T> runToResult(ReferenceCountedMember member, MemberTask<T> task, AtomicBoolean succeeded)
            throws InterruptedException {
        try {
            T result = runOn(member, task);
            succeeded.set(true);
            return new MemberResult<>(member, result, null);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return new MemberResult<>(member, null, e);
        }
    }

    private <T> MemberResult<T> awaitResult(
            ReferenceCountedMember member, Future<MemberResult<T>> future, AtomicBoolean anySucceeded, long deadline)
            throws InterruptedException {
        while (true) {
            try {
                long remaining = Math.max(deadline - System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(50));
                return future.get(remaining, TimeUnit.NANOSECONDS);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof InterruptedException interrupted) {
                    throw interrupted;
                }
                throw new IllegalStateException(e.getCause());
            } catch (TimeoutException e) {
                if (System.nanoTime() - deadline > 0 && anySucceeded.get()) {
                    MemberConnection connection = findConnection(member);
                    if (connection != null) {
                        connection.markUnannounced();
                    }
                    String text = "The upstream server did not respond in time";
                    return new MemberResult<>(member, null, new RpcException(ErrorCode.INTERNAL_ERROR, text));
                }
            }
        }
    }

    /** Runs an action with each connected session. */
    void forEachConnected(Consumer<ForwardingSession> action) {
        connections.stream()
                .map(MemberConnection::sessionIfConnected)
                .filter(session -> session != null)
                .forEach(action);
    }

    /** Retires the connection of a removed member; calls in progress continue. */
    void retire(ReferenceCountedMember member) {
        MemberConnection connection = findConnection(member);
        if (connection != null && connections.remove(connection)) {
            connection.retire();
        }
    }

    /** Closes all connections, as the client has left. */
    void shutdown() {
        isShutDown = true;
        connections.forEach(connection -> {
            if (connections.remove(connection)) {
                connection.shutdown();
            }
        });
    }
}
