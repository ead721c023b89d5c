package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputRequired;
import dev.tenon.model.InputResponse;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Params;
import dev.tenon.model.Result;

/** What a server needs before it can answer: requests without an id, by keys of its own, and their answers. */
final class InputRequiredCodec implements Codec<InputRequired> {
    private final Exchanges inputs;

    InputRequiredCodec(Elements elements) {
        inputs = InputCodecs.addTo(new Exchanges(), elements);
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
        exchange(method).params().write(out, method.params().cast(request));
        out.endObject();
    }

    @Override
    public InputRequired read(Fields in) {
        return new InputRequired(
                in.byNameOrEmpty("inputRequests", this::readRequest), in.textOrNull("requestState"), in.meta());
    }

    private InputRequest readRequest(Fields in) {
        String name = in.text("method");
        if (name.equals(Methods.ELICIT.name())) {
            return in.one("params", exchange(Methods.ELICIT).params()::read);
        }
        if (name.equals(Methods.CREATE_MESSAGE.name())) {
            return in.one("params", exchange(Methods.CREATE_MESSAGE).params()::read);
        }
        if (name.equals(Methods.LIST_ROOTS.name())) {
            return exchange(Methods.LIST_ROOTS).params().read(in.fieldsOrEmpty("params"));
        }
        throw in.expected("method", "elicitation/create, sampling/createMessage or roots/list", in.any("method"));
    }

    <R extends InputResponse> R readResponse(Method<?, R> method, Fields in) {
        return in.as(exchange(method).result()::read);
    }

    <R extends InputResponse> Json response(Method<?, R> method, R response) {
        JsonWriter out = Messages.writer();
        exchange(method).result().write(out, response);
        return out.toJson();
    }

    private <P extends Params, R extends Result> Exchange<P, R> exchange(Method<P, R> method) {
        Exchange<P, R> exchange = inputs.of(method);
        if (exchange == null) {
            throw new IllegalArgumentException(method + " does not ask a client for input");
        }
        return exchange;
    }
}
