package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.InputResponse;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;

/** What a server needs before it can answer: requests without an id, by keys of its own, and their answers. */
final class InputRequiredCodec implements Codec<InputRequired> {
    private final Vocabulary vocabulary;

    InputRequiredCodec(Vocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    @Override
    public void members(JsonWriter out, InputRequired it) {
        if (!it.inputRequests().isEmpty()) {
            out.name("inputRequests").object();
            it.inputRequests().forEach((key, request) -> {
                out.name(key);
                request(out, request.method(), request);
            });
            out.endObject();
        }
        out.field("requestState", it.requestState());
    }

    private <P extends InputRequest> void request(JsonWriter out, Method<P, ?> method, InputRequest request) {
        out.object().field("method", method.name()).name("params");
        vocabulary.input(method).params().write(out, method.params().cast(request));
        out.endObject();
    }

    @Override
    public InputRequired read(Fields in) {
        return new InputRequired(
                in.byNameOrEmpty("inputRequests", this::readRequest), in.textOrNull("requestState"), in.meta());
    }

    private InputRequest readRequest(Fields in) {
        Vocabulary.Exchange<?, ?> asked = vocabulary.inputs.get(in.text("method"));
        if (asked == null) {
            throw in.expected("method", "elicitation/create, sampling/createMessage or roots/list", in.any("method"));
        }
        boolean mayLackParams = asked.method().equals(Methods.LIST_ROOTS);
        Fields params = mayLackParams ? in.fieldsOrEmpty("params") : in.fields("params");
        return (InputRequest) params.as(asked.params()::read);
    }

    <R extends InputResponse> R readResponse(Method<?, R> method, Fields in) {
        return in.as(vocabulary.input(method).result()::read);
    }

    <R extends InputResponse> Json response(Method<?, R> method, R response) {
        return vocabulary.input(method).result().json(response);
    }
}
