package dev.tenon.server.call;

import dev.tenon.json.Json;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputResponse;
import dev.tenon.model.ListRoots;
import dev.tenon.model.ListRootsResult;
import dev.tenon.model.Root;
import dev.tenon.schema.FormSchema;
import java.net.URI;
import java.util.List;
import java.util.function.Function;

/**
 * A question to the client, in any era.
 *
 * @param <T> what comes back when it is answered
 */
public final class ClientInputRequest<T> {
    private final InputRequest request;
    private final Function<InputResponse, ClientInputResponse<T>> reader;

    private ClientInputRequest(InputRequest request, Function<InputResponse, ClientInputResponse<T>> reader) {
        this.request = request;
        this.reader = reader;
    }

    /**
     * A form for the user. Never for passwords, keys or payment data: those belong behind a {@link #url}.
     *
     * @param message what the user is told
     * @param form a record of strings, numbers, booleans, enums and lists of enums
     * @throws IllegalArgumentException when the record cannot be a form, or a field is named like a secret
     */
    public static <T> ClientInputRequest<T> form(String message, Class<T> form) {
        return form(Elicit.form(message, FormSchema.of(form).json()), content -> content.mapTo(form));
    }

    /**
     * A form described by a schema of one's own: a flat object of primitive properties.
     *
     * @throws IllegalArgumentException when the schema is not one for a form, or a field is named like a secret
     */
    public static ClientInputRequest<Json> form(String message, Json requestedSchema) {
        return form(Elicit.form(message, FormSchema.of(requestedSchema).json()), Function.identity());
    }

    private static <T> ClientInputRequest<T> form(ElicitForm request, Function<Json, T> reader) {
        FormResponseReader<T> answer = new FormResponseReader<>(request, reader);
        return new ClientInputRequest<>(request, answer::read);
    }

    /**
     * A page for the user to visit, which has to make sure itself that the visitor is the user who is asked. An
     * accepting answer says that the user agreed to, not that anything was done there.
     *
     * @param message why the user should go there
     * @param url without credentials or personal data in it
     * @throws IllegalArgumentException when it is no http url, or carries credentials
     */
    public static ClientInputRequest<Json> url(String message, URI url) {
        ElicitationUrlValidator.validate(url);
        return new ClientInputRequest<>(Elicit.url(message, url.toString()), FormResponseReader::readUrlConsent);
    }

    /** A completion by the client's model. */
    public static ClientInputRequest<CreateMessageResult> sampling(CreateMessage request) {
        return new ClientInputRequest<>(
                request, response -> ClientInputResponse.accepted((CreateMessageResult) response));
    }

    /** The folders that the client works in. */
    public static ClientInputRequest<List<Root>> roots() {
        return new ClientInputRequest<>(
                ListRoots.REQUEST, response -> ClientInputResponse.accepted(((ListRootsResult) response).roots()));
    }

    /**
     * A question that somebody else made, in the protocol's terms, and its answer in those. Only its shape is checked.
     */
    public static ClientInputRequest<InputResponse> raw(InputRequest request) {
        return new ClientInputRequest<>(request, ClientInputResponse::accepted);
    }

    /** The question in the protocol's terms. */
    public InputRequest inputRequest() {
        return request;
    }

    /**
     * The answer in the asker's terms.
     *
     * @throws ClientInputException when it does not fit the question
     */
    public ClientInputResponse<T> readResponse(InputResponse response) {
        return reader.apply(response);
    }
}
