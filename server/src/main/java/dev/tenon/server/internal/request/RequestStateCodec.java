package dev.tenon.server.internal.request;

import dev.tenon.json.Json;
import dev.tenon.json.JsonException;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import dev.tenon.json.JsonWriter;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.Limits;
import dev.tenon.server.StateEncryptionKeys;
import dev.tenon.server.call.CallerPrincipal;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the {@code requestState} that a client returns in the next round of a request. It is valid only for the same
 * principal, the same request and a short time (2026-07-28, basic/patterns/mrtr, Server Requirements). Until it was
 * decrypted here, it is attacker-controlled.
 */
public record RequestStateCodec(StateEncryptionKeys keys, Limits limits) {
    private static final String PURPOSE = "request state";
    private static final String INVALID_STATE =
            "Invalid params: params.requestState: not valid for this request; start again without it";

    /**
     * The principal and request that a state is bound to. The digest is computed only if there is a state, because it
     * costs as much as a short call.
     */
    public record StateBinding(@Nullable String principal, Supplier<String> digest) {
        public static StateBinding of(RequestSource context, String method, @Nullable Json params) {
            CallerPrincipal caller = context.principal();
            return new StateBinding(caller == null ? null : caller.name(), () -> RequestDigest.of(method, params));
        }
    }

    /** The responses and values of the rounds so far; the maps are extended during a round. */
    public record RoundState(Map<String, Json> responses, Map<String, Json> values) {
        public RoundState {
            responses = new ConcurrentHashMap<>(responses);
            values = new ConcurrentHashMap<>(values);
        }
    }

    public String seal(StateBinding binding, RoundState state) {
        JsonWriter writer = new JsonWriter().beginObject();
        writer.fieldUnlessNull(
                "exp", System.currentTimeMillis() + limits.stateLifetime().toMillis());
        writer.fieldUnlessNull("p", binding.principal())
                .fieldUnlessNull("d", binding.digest().get());
        writer.fieldUnlessNull("a", Json.of(state.responses())).fieldUnlessNull("v", Json.of(state.values()));
        String sealed = keys.seal(PURPOSE, writer.endObject().toBytes());
        if (sealed.length() > limits.stateBytes()) {
            throw new IllegalStateException("The state of this request is larger than " + limits.stateBytes()
                    + " bytes: store less with computeOnce(), or raise Limits.stateBytes");
        }
        return sealed;
    }

    /**
     * Decrypts a state.
     *
     * @throws RpcException -32602 if it was not encrypted here, has expired, or belongs to another caller or request
     */
    public RoundState open(StateBinding binding, @Nullable String sealed) {
        if (sealed == null) {
            return new RoundState(Map.of(), Map.of());
        }
        if (sealed.length() > limits.stateBytes()) {
            throw invalidState();
        }
        Json content = parse(keys.open(PURPOSE, sealed).orElseThrow(RequestStateCodec::invalidState));
        Json principal = content.get("p");
        BigDecimal expiry = toNumberOrZero(content.get("exp"));
        boolean valid = expiry.longValue() > System.currentTimeMillis()
                && Json.of(binding.digest().get()).equals(content.get("d"))
                && Objects.equals(binding.principal(), principal == null ? null : principal.string());
        if (!valid) {
            throw invalidState();
        }
        return new RoundState(membersOf(content.get("a")), membersOf(content.get("v")));
    }

    private Json parse(byte[] decrypted) {
        JsonLimits json = limits.json();
        try {
            // The structure of the state adds to the depth that a message may have.
            return new JsonReader(new JsonLimits(
                            Math.max(json.bytes(), limits.stateBytes()),
                            json.depth() + 2,
                            json.stringBytes(),
                            json.numberDigits(),
                            json.nameChars(),
                            json.members()))
                    .read(decrypted);
        } catch (JsonException e) {
            throw invalidState();
        }
    }

    private static BigDecimal toNumberOrZero(@Nullable Json json) {
        BigDecimal number = json == null ? null : json.number();
        return number == null ? BigDecimal.ZERO : number;
    }

    private static Map<String, Json> membersOf(@Nullable Json json) {
        return json == null ? Map.of() : json.members();
    }

    private static RpcException invalidState() {
        return new RpcException(ErrorCode.INVALID_PARAMS, INVALID_STATE);
    }
}
