package dev.tenon.guard.internal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tenon.client.CallCancelledException;
import dev.tenon.client.Cancellation;
import dev.tenon.client.WireAnswer;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.InputRequest;
import dev.tenon.model.Method;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayCall;
import dev.tenon.wire.ParamsException;
import dev.tenon.wire.Wire;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client without session to an upstream that has sessions and may ask something meanwhile. It goes on there while
 * the client is told what is needed, and the client comes back with the answers by another request.
 */
final class SuspendableCall extends StatelessCall {
    private final String id = UUID.randomUUID().toString();
    private final SuspendedCalls suspended;
    private final Lease lease;
    private final Cancellation cancellation = new Cancellation();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final Map<String, Pending> pending = new LinkedHashMap<>();

    @GuardedBy("lock") private int questions;

    @GuardedBy("lock") private @Nullable Function<Front, @Nullable Json> outcome;

    /** The request that waits for the outcome or for questions; null while the client has the questions. */
    private volatile @Nullable Waiter waiter;

    private volatile long suspendedUntil;

    /** {@code lease} is of the upstream, and given back when that has answered. */
    SuspendableCall(Json params, Front front, Lease lease, SuspendedCalls suspended, FilteredCall completion) {
        super(params, front, lease.upstream(), completion);
        this.lease = lease;
        this.suspended = suspended;
    }

    /** One of the requests by which the client waits. */
    private record Waiter(Front front, FilteredCall completion) {}

    /** A question that the client has yet to answer. */
    private record Pending(InputRequest question, Translation translation, CompletableFuture<Json> answer) {}

    String id() {
        return id;
    }

    /** Who began it. */
    Optional<Principal> caller() {
        return front.call().principal();
    }

    void suspendedUntil(long nanos) {
        suspendedUntil = nanos;
    }

    boolean isOverdue(long now) {
        return now - suspendedUntil > 0;
    }

    @Override
    void begin() {
        await(new Waiter(front, completion));
        begin(cancellation, Json.EMPTY_OBJECT);
    }

    private void await(Waiter waiting) {
        waiter = waiting;
        waiting.completion().cancellation().onCancel(why -> left(waiting, why));
        deliver();
    }

    /** The client no longer waits. When it was answered before, that is no news. */
    private void left(Waiter waiting, String why) {
        if (take(waiting)) {
            giveUp(why);
            waiting.completion().complete(() -> {
                throw new CallCancelledException(why);
            });
        }
    }

    @SuppressWarnings("ReferenceEquality") // One waiter, and not one like it.
    private boolean take(Waiter waiting) {
        lock.lock();
        try {
            boolean waits = waiter == waiting;
            if (waits) {
                waiter = null;
            }
            return waits;
        } finally {
            lock.unlock();
        }
    }

    /** Tells the request that waits, if there is one, the outcome or what is asked, if there is that. */
    private void deliver() {
        Waiter told;
        Function<Front, @Nullable Json> ended;
        Map<String, InputRequest> asked = new LinkedHashMap<>();
        lock.lock();
        try {
            told = waiter;
            ended = outcome;
            pending.forEach((key, question) -> asked.put(key, question.question()));
            if (told == null || ended == null && asked.isEmpty()) {
                return;
            }
            waiter = null;
        } finally {
            lock.unlock();
        }
        told.completion().complete(() -> ended == null ? suspended(told.front(), asked) : ended.apply(told.front()));
    }

    private Json suspended(Front asking, Map<String, InputRequest> asked) {
        suspend();
        return asking.call().inputRequired(asked, Json.of(id));
    }

    private void suspend() {
        try {
            suspended.add(this);
        } catch (RpcException e) {
            giveUp("Too many calls wait for their clients");
            throw e;
        }
    }

    /** Goes on with the answers that the client brings. */
    void resume(RelayCall call, Crossing crossing, FilteredCall completion) {
        lock.lock();
        try {
            call.inputResponses().forEach(this::takeAnswer);
        } catch (ParamsException e) {
            suspend();
            throw e;
        } finally {
            lock.unlock();
        }
        await(new Waiter(new Front(front.wire(), call, crossing), completion));
    }

    @GuardedBy("lock") private void takeAnswer(String key, Json answer) {
        Pending question = pending.get(key);
        if (question != null) {
            question.answer()
                    .complete(
                            question.translation().response(question.question().method(), key, answer));
            pending.remove(key);
        }
    }

    @Override
    public void answered(WireAnswer answer) {
        end(asking -> result(asking, answer));
    }

    @Override
    public void failed(RuntimeException why) {
        end(asking -> result(asking, why));
    }

    private void end(Function<Front, @Nullable Json> ended) {
        lease.close();
        lock.lock();
        try {
            outcome = ended;
        } finally {
            lock.unlock();
        }
        deliver();
    }

    @Override
    boolean mayBeAsked() {
        return true;
    }

    @Override
    Json asked(Method<?, ?> method, Json params, Wire back) throws InterruptedException {
        Front first = front;
        Translation translation = first.to(back);
        Declared.check(translation.meant(method, params), first.call().clientCapabilities());
        return Questions.through(
                first.crossing().question(method, params, back.revision()),
                first.wire().revision(),
                passed ->
                        answer(new Pending(translation.meant(method, passed), translation, new CompletableFuture<>())));
    }

    private Json answer(Pending question) throws InterruptedException {
        String key;
        lock.lock();
        try {
            key = "question-" + ++questions;
            pending.put(key, question);
        } finally {
            lock.unlock();
        }
        Runnable forget = cancellation.onCancel(why -> question.answer().cancel(false));
        deliver();
        try {
            return question.answer().get();
        } catch (CancellationException | ExecutionException e) {
            throw new RpcException(ErrorCode.INTERNAL_ERROR, "The client did not answer");
        } finally {
            forget.run();
            remove(key);
        }
    }

    private void remove(String key) {
        lock.lock();
        try {
            pending.remove(key);
        } finally {
            lock.unlock();
        }
    }

    /** Ends it: its client will not come back. */
    void giveUp(String why) {
        cancellation.cancel(why);
    }

    /** News go to the request that waits now; without one they are lost. */
    @Override
    @Nullable Front current() {
        Waiter waiting = waiter;
        return waiting == null ? null : waiting.front();
    }
}
