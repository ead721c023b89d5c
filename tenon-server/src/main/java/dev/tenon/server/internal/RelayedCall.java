package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Meta;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Revision;
import dev.tenon.server.Answer;
import dev.tenon.server.Answers;
import dev.tenon.server.Ask;
import dev.tenon.server.Principal;
import dev.tenon.server.RelayCall;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A request that somebody else works on: what handlers see of it, and what is on the wire. */
final class RelayedCall implements RelayCall {
    private static final String STATE = "relay";

    private final ActiveCall call;
    private final StateSeal seal;

    RelayedCall(ActiveCall call, StateSeal seal) {
        this.call = call;
        this.seal = seal;
        call.neverWait();
    }

    @Override
    public RequestId id() {
        return call.run().id();
    }

    @Override
    public Optional<String> session() {
        return Optional.ofNullable(call.scope().sessionLabel());
    }

    @Override
    public Optional<LogLevel> logLevel() {
        return Optional.ofNullable(call.scope().client().logLevel());
    }

    @Override
    public void tell(NotificationType<?> type, Json params) {
        call.tell(new Notification(type.name(), params));
    }

    @Override
    public Json ask(Method<?, ?> method, Json params) {
        Session session = call.scope().session();
        if (session == null) {
            throw RawAsking.impossible(method);
        }
        return call.whileAsking(time -> RawAsking.ask(session, method, params, time, call.run()::ask));
    }

    @Override
    public Json inputRequired(Map<String, InputRequest> questions, Json state) {
        String sealed = seal.seal(binding(), new StateSeal.State(Map.of(), Map.of(STATE, state)));
        return call.scope().wire().encodeResult(call.method(), InputRequired.of(questions, sealed));
    }

    @Override
    public @Nullable Json state() {
        Json sealed = call.rawParams().get("requestState");
        String text = sealed == null ? null : sealed.string();
        return text == null ? null : seal.open(binding(), text).values().get(STATE);
    }

    @Override
    public Map<String, Json> inputResponses() {
        Json responses = call.rawParams().get("inputResponses");
        return responses == null ? Map.of() : responses.members();
    }

    private StateSeal.Binding binding() {
        return new StateSeal.Binding(
                principal().map(Principal::name).orElse(null),
                () -> RequestDigest.of(call.method().name(), call.rawParams()));
    }

    @Override
    public Revision revision() {
        return call.revision();
    }

    @Override
    public Optional<Principal> principal() {
        return call.principal();
    }

    @Override
    public Optional<Implementation> client() {
        return call.client();
    }

    @Override
    public ClientCapabilities clientCapabilities() {
        return call.clientCapabilities();
    }

    @Override
    public Meta meta() {
        return call.meta();
    }

    @Override
    public boolean isCancelled() {
        return call.isCancelled();
    }

    @Override
    public void progress(double progress, @Nullable Double total, @Nullable String message) {
        call.progress(progress, total, message);
    }

    @Override
    public void log(LogLevel level, String logger, Object data) {
        call.log(level, logger, data);
    }

    @Override
    public boolean canAsk(Ask<?> ask) {
        return call.canAsk(ask);
    }

    @Override
    public <T> Answer<T> ask(String key, Ask<T> ask) {
        return call.ask(key, ask);
    }

    @Override
    public Answers askAll(Map<String, ? extends Ask<?>> asks) {
        return call.askAll(asks);
    }

    @Override
    public <T> T once(String key, Class<T> type, Callable<T> work) throws Exception {
        return call.once(key, type, work);
    }

    @Override
    public void extend(Duration time) {
        call.extend(time);
    }
}
