package dev.tenon.guard.internal;

import dev.tenon.client.Cancellation;
import dev.tenon.client.WireAnswer;
import dev.tenon.client.WireCall;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.InputRequest;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.ProgressParams;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayCall;
import dev.tenon.wire.ParamsException;
import dev.tenon.wire.Wire;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call of a client without session to a server that has sessions and may ask something meanwhile. It goes on behind while
 * the client is told what is needed, and comes back with the answer.
 */
final class ParkableCall implements Course, Runnable {
    private final String id = UUID.randomUUID().toString();
    private final RequestCall request;
    private final Lease lease;
    private final Parking parking;
    private final Cancellation cancellation = new Cancellation();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Pending> pending = new LinkedHashMap<>();
    private int questions;
    private @Nullable Supplier<WireAnswer> outcome;
    private volatile @Nullable Front current;
    private volatile long parkedUntil;

    ParkableCall(RequestCall request, Lease lease, Parking parking) {
        this.request = request;
        this.lease = lease;
        this.parking = parking;
        this.current = request.front();
    }

    /** A question that the client has yet to answer. */
    private static final class Pending {
        private final InputRequest question;
        private final Translation translation;
        private @Nullable Json answer;

        Pending(InputRequest question, Translation translation) {
            this.question = question;
            this.translation = translation;
        }
    }

    String id() {
        return id;
    }

    /** Who began it. */
    Optional<Principal> caller() {
        return request.front().call().principal();
    }

    void parkedUntil(long nanos) {
        parkedUntil = nanos;
    }

    boolean isOverdue(long now) {
        return now - parkedUntil > 0;
    }

    /** Makes the call behind. */
    @Override
    public void run() {
        Front first = request.front();
        Method<?, ?> method = request.method();
        try (lease) {
            first.call().logLevel().ifPresent(lease.upstream()::wantLogs);
            WireAnswer answer = lease.upstream()
                    .call(
                            new WireCall(
                                    method,
                                    back -> first.to(back).params(method, request.params(), first.about()),
                                    first.options(method, cancellation, this::progress),
                                    this),
                            this);
            settle(() -> answer);
        } catch (RuntimeException e) {
            settle(() -> {
                throw e;
            });
        }
    }

    private void settle(Supplier<WireAnswer> result) {
        lock.lock();
        try {
            outcome = result;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the result or for questions, which the client is then told. */
    Json await(Front front) throws InterruptedException {
        current = front;
        Map<String, InputRequest> asked = new LinkedHashMap<>();
        Supplier<WireAnswer> ended;
        lock.lock();
        try {
            while (outcome == null && pending.isEmpty()) {
                changed.await();
            }
            ended = outcome;
            pending.forEach((key, question) -> asked.put(key, question.question));
        } catch (InterruptedException e) {
            giveUp("The client no longer waits");
            throw e;
        } finally {
            lock.unlock();
            current = null;
        }
        if (ended != null) {
            return front.result(request.method(), ended.get());
        }
        park();
        return front.call().inputRequired(asked, Json.of(id));
    }

    private void park() {
        try {
            parking.park(this);
        } catch (RpcException e) {
            giveUp("Too many calls wait for their clients");
            throw e;
        }
    }

    /** Goes on with the answers that the client brings. */
    Json resume(RelayCall call, Crossing crossing) throws InterruptedException {
        lock.lock();
        try {
            call.inputResponses().forEach(this::answered);
            changed.signalAll();
        } catch (ParamsException e) {
            park();
            throw e;
        } finally {
            lock.unlock();
        }
        return await(new Front(request.front().wire(), call, crossing));
    }

    private void answered(String key, Json answer) {
        Pending question = pending.get(key);
        if (question != null) {
            question.answer = question.translation.response(question.question.method(), key, answer);
            pending.remove(key);
        }
    }

    @Override
    public boolean mayBeAsked() {
        return true;
    }

    @Override
    public Json asked(Method<?, ?> method, Json params, Wire back) throws InterruptedException {
        Translation translation = request.front().to(back);
        Front first = request.front();
        Declared.check(translation.meant(method, params), first.call().clientCapabilities());
        return Questions.through(
                first.crossing().question(method, params, back.revision()),
                first.wire().revision(),
                passed -> answer(translation.meant(method, passed), translation));
    }

    private Json answer(InputRequest question, Translation translation) throws InterruptedException {
        Pending waiting = new Pending(question, translation);
        lock.lock();
        try {
            String key = "question-" + ++questions;
            pending.put(key, waiting);
            changed.signalAll();
            try {
                while (waiting.answer == null && !cancellation.isCancelled()) {
                    changed.await();
                }
            } finally {
                pending.remove(key);
            }
            if (waiting.answer == null) {
                throw new RpcException(ErrorCode.INTERNAL_ERROR, "The client did not answer");
            }
            return waiting.answer;
        } finally {
            lock.unlock();
        }
    }

    /** Ends it: nobody waits for it any more. */
    void giveUp(String why) {
        cancellation.cancel(why);
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void progress(ProgressParams news) {
        Front waiting = current;
        if (waiting != null) {
            waiting.progress(news, lease.upstream());
        }
    }

    @Override
    public boolean wants(NotificationType<?> type, Json news) {
        return type.equals(Notifications.MESSAGE);
    }

    @Override
    public void hear(NotificationType<?> type, Json news, Wire back) {
        Front waiting = current;
        if (waiting != null && type.equals(Notifications.MESSAGE)) {
            waiting.log(news, back);
        }
    }
}
