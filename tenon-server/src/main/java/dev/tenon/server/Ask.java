package dev.tenon.server;

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
public final class Ask<T> {
    private final InputRequest request;
    private final Function<InputResponse, Answer<T>> reader;

    private Ask(InputRequest request, Function<InputResponse, Answer<T>> reader) {
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
    public static <T> Ask<T> form(String message, Class<T> form) {
        return form(Elicit.form(message, FormSchema.of(form).json()), content -> content.as(form));
    }

    /**
     * A form described by a schema of one's own: a flat object of primitive properties.
     *
     * @throws IllegalArgumentException when the schema is not one for a form, or a field is named like a secret
     */
    public static Ask<Json> form(String message, Json requestedSchema) {
        return form(Elicit.form(message, FormSchema.of(requestedSchema).json()), Function.identity());
    }

    private static <T> Ask<T> form(ElicitForm request, Function<Json, T> reader) {
        FormAnswer<T> answer = new FormAnswer<>(request, reader);
        return new Ask<>(request, answer::read);
    }

    /**
     * A page for the user to visit, which has to make sure itself that the visitor is the user who is asked. An accepting answer says that the user agreed to, not that anything was done there.
     *
     * @param message why the user should go there
     * @param url without credentials or personal data in it
     * @throws IllegalArgumentException when it is no http url, or carries credentials
     */
    public static Ask<Json> url(String message, URI url) {
        SafeUrl.check(url);
        return new Ask<>(Elicit.url(message, url.toString()), FormAnswer::agreement);
    }

    /** A completion by the client's model. */
    public static Ask<CreateMessageResult> sample(CreateMessage request) {
        return new Ask<>(request, response -> Answer.accepted((CreateMessageResult) response));
    }

    /** The folders that the client works in. */
    public static Ask<List<Root>> roots() {
        return new Ask<>(ListRoots.REQUEST, response -> Answer.accepted(((ListRootsResult) response).roots()));
    }

    /** A question that somebody else made, in the protocol's terms, and its answer in those. Only its shape is checked. */
    public static Ask<InputResponse> relayed(InputRequest request) {
        return new Ask<>(request, Answer::accepted);
    }

    /** The question in the protocol's terms. */
    public InputRequest request() {
        return request;
    }

    /**
     * The answer in the asker's terms.
     *
     * @throws AskFailedException when it does not fit the question
     */
    public Answer<T> read(InputResponse response) {
        return reader.apply(response);
    }
}
