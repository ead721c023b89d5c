package dev.tenon.codec.internal;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;

/** Reads and writes {@code input_required} results: requests without an id, each with a key of the server. */
public record InputRequiredCodec(MethodCodecRegistry registry) {
    public void writeMembers(JsonWriter out, InputRequired it) {
        if (!it.inputRequests().isEmpty()) {
            out.name("inputRequests").beginObject();
            it.inputRequests().forEach((key, request) -> {
                out.name(key);
                writeRequest(out, request.method(), request);
            });
            out.endObject();
        }
        out.fieldUnlessNull("requestState", it.requestState());
    }

    private <P extends InputRequest> void writeRequest(JsonWriter out, Method<P, ?> method, InputRequest request) {
        out.beginObject().fieldUnlessNull("method", method.name()).name("params");
        registry.requireInputRequest(method).params().write(out, method.params().cast(request));
        out.endObject();
    }

    public InputRequired read(JsonObjectReader in) {
        return new InputRequired(
                in.decodeMapOrEmpty("inputRequests", this::readRequest), in.stringOrNull("requestState"), in.meta());
    }

    private InputRequest readRequest(JsonObjectReader in) {
        MethodCodecRegistry.RequestEntry<?, ?> entry = registry.inputRequests.get(in.string("method"));
        if (entry == null) {
            throw in.typeMismatch("method", "elicitation/create, sampling/createMessage or roots/list");
        }
        boolean mayLackParams = entry.method().equals(Methods.LIST_ROOTS);
        JsonObjectReader params = mayLackParams ? in.objectReaderOrEmpty("params") : in.objectReader("params");
        return (InputRequest) params.decodeWith(entry.params()::read);
    }
}
