package dev.tenon.codec.internal;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.InputResponse;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;

/** What a server needs before it can answer: requests without an id, by keys of its own, and their answers. */
public final class InputRequiredCodec implements JsonObjectCodec<InputRequired> {
    private final MethodCodecRegistry vocabulary;

    public InputRequiredCodec(MethodCodecRegistry vocabulary) {
        this.vocabulary = vocabulary;
    }

    @Override
    public void writeMembers(JsonWriter out, InputRequired it) {
        if (!it.inputRequests().isEmpty()) {
            out.name("inputRequests").beginObject();
            it.inputRequests().forEach((key, request) -> {
                out.name(key);
                writeRequest(out, request.method(), request);
            });
            out.endObject();
        }
        out.field("requestState", it.requestState());
    }

    private <P extends InputRequest> void writeRequest(JsonWriter out, Method<P, ?> method, InputRequest request) {
        out.beginObject().field("method", method.name()).name("params");
        vocabulary
                .requireInputRequest(method)
                .params()
                .write(out, method.params().cast(request));
        out.endObject();
    }

    @Override
    public InputRequired read(JsonObjectReader in) {
        return new InputRequired(
                in.decodeMapOrEmpty("inputRequests", this::readRequest), in.stringOrNull("requestState"), in.meta());
    }

    private InputRequest readRequest(JsonObjectReader in) {
        MethodCodecRegistry.RequestEntry<?, ?> asked = vocabulary.inputRequests.get(in.string("method"));
        if (asked == null) {
            throw in.typeMismatch(
                    "method", "elicitation/create, sampling/createMessage or roots/list", in.value("method"));
        }
        boolean mayLackParams = asked.method().equals(Methods.LIST_ROOTS);
        JsonObjectReader params = mayLackParams ? in.objectReaderOrEmpty("params") : in.objectReader("params");
        return (InputRequest) params.decodeWith(asked.params()::read);
    }

    public <R extends InputResponse> R readResponse(Method<?, R> method, JsonObjectReader in) {
        return in.decodeWith(vocabulary.requireInputRequest(method).result()::read);
    }

    public <R extends InputResponse> Json encodeResponse(Method<?, R> method, R response) {
        return vocabulary.requireInputRequest(method).result().encode(response);
    }
}
