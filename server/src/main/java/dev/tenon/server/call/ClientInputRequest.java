package dev.tenon.server.call;

import dev.tenon.json.Json;
import dev.tenon.json.JsonBindingException;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitAction;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputResponse;
import dev.tenon.model.ListRoots;
import dev.tenon.model.ListRootsResult;
import dev.tenon.model.Root;
import dev.tenon.schema.FormSchemaFactory;
import dev.tenon.schema.Schema;
import dev.tenon.schema.SchemaIssue;
import dev.tenon.schema.SchemaIssueFormatter;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request for input from the client or its user, for all protocol revisions.
 *
 * @param <T> the type of the response value
 */
public final class ClientInputRequest<T> {
    private static final Pattern SECRET_NAMES = Pattern.compile(
            "pass(word|wd|phrase)|secret|credential|api_?key|private_?key|token|credit_?card|session_?id");

    private final InputRequest request;
    private final Function<InputResponse, ClientInputResponse<T>> reader;

    private ClientInputRequest(InputRequest request, Function<InputResponse, ClientInputResponse<T>> reader) {
        this.request = request;
        this.reader = reader;
    }

    /**
     * Returns a request that shows a form to the user. Never use it for passwords, keys or payment data; use a
     * {@link #url} for those.
     *
     * @param message the text that is shown to the user
     * @param form a record of strings, numbers, booleans, enums and lists of enums
     * @throws IllegalArgumentException if the record is not suitable for a form, or a field has the name of a secret
     */
    public static <T> ClientInputRequest<T> form(String message, Class<T> form) {
        return form(
                Elicit.form(message, FormSchemaFactory.createFormSchema(form).json()), content -> content.mapTo(form));
    }

    /**
     * Returns a request that shows a form to the user, described by a JSON Schema: a flat object of primitive
     * properties.
     *
     * @throws IllegalArgumentException if the schema is not suitable for a form, or a field has the name of a secret
     */
    public static ClientInputRequest<Json> form(String message, Json requestedSchema) {
        Json schema = FormSchemaFactory.createFormSchema(requestedSchema).json();
        return form(Elicit.form(message, schema), Function.identity());
    }

    private static <T> ClientInputRequest<T> form(ElicitForm request, Function<Json, T> reader) {
        return elicitation(request, result -> readForm(request, result.content(), reader));
    }

    /** Reads the content of a form. Content that violates its schema is rejected. */
    private static <T> T readForm(ElicitForm request, Json content, Function<Json, T> reader) {
        List<SchemaIssue> issues =
                Schema.compile(request.requestedSchema()).withFormatAssertion().validate(content);
        if (!issues.isEmpty()) {
            throw new ClientInputException(
                    "The response does not fit the form: " + SchemaIssueFormatter.formatFormContentIssues(issues));
        }
        try {
            return reader.apply(content);
        } catch (JsonBindingException e) {
            throw new ClientInputException("The response does not fit the form: " + e.getMessage());
        }
    }

    /** Returns a request whose response has a value only if the user accepts. */
    private static <T> ClientInputRequest<T> elicitation(InputRequest request, Function<ElicitResult, T> reader) {
        return new ClientInputRequest<>(request, response -> {
            ElicitResult result = (ElicitResult) response;
            return result.action() == ElicitAction.ACCEPT
                    ? ClientInputResponse.accepted(reader.apply(result))
                    : ClientInputResponse.withoutValue(result.action());
        });
    }

    /**
     * Returns a request that asks the user to visit a page. The page must verify that its visitor is the same user. An
     * accepting response means that the user consented, not that the user completed anything on the page.
     *
     * @param message why the user should visit the page
     * @param url an absolute http or https URL without credentials and personal data
     * @throws IllegalArgumentException if the URL is not an absolute http or https URL, or contains credentials
     */
    public static ClientInputRequest<Json> url(String message, URI url) {
        validate(url);
        return elicitation(Elicit.url(message, url.toString()), result -> Json.EMPTY_OBJECT);
    }

    /** Returns a request for a completion by the client's model (sampling). */
    public static ClientInputRequest<CreateMessageResult> sampling(CreateMessage request) {
        return new ClientInputRequest<>(
                request, response -> ClientInputResponse.accepted((CreateMessageResult) response));
    }

    /** Returns a request for the roots of the client: the folders that it works in. */
    public static ClientInputRequest<List<Root>> roots() {
        return new ClientInputRequest<>(
                ListRoots.REQUEST, response -> ClientInputResponse.accepted(((ListRootsResult) response).roots()));
    }

    /**
     * Returns a request in the terms of the protocol, whose response is in the terms of the protocol as well. Only its
     * structure is validated.
     */
    public static ClientInputRequest<InputResponse> raw(InputRequest request) {
        return new ClientInputRequest<>(request, ClientInputResponse::accepted);
    }

    /** Returns this request in the terms of the protocol. */
    public InputRequest inputRequest() {
        return request;
    }

    /**
     * Converts the client's response to the response type of this request.
     *
     * @throws ClientInputException if it does not match the request
     */
    public ClientInputResponse<T> readResponse(InputResponse response) {
        return reader.apply(response);
    }

    /**
     * Validates a URL that a user is asked to visit. It passes through the client and must not contain secrets
     * (2026-07-28, client/elicitation, Security Considerations). Secrets are recognized by parameter names, which
     * catches mistakes but not intent.
     *
     * @throws IllegalArgumentException if it is not an absolute http or https URL, has user information, or has a
     *     parameter with the name of a secret
     */
    private static void validate(URI url) {
        if (url.getScheme() == null || !url.getScheme().matches("https?") || url.getHost() == null) {
            throw new IllegalArgumentException("url must be an absolute http or https URL with a host");
        }
        if (url.getRawUserInfo() != null || hasSecretParameter(url.getRawQuery())) {
            throw new IllegalArgumentException(
                    "url must not contain credentials: let the page at " + url.getHost() + " authenticate the user");
        }
    }

    private static boolean hasSecretParameter(@Nullable String query) {
        return query != null
                && Stream.of(query.replace('-', '_').toLowerCase(Locale.ROOT).split("&", -1))
                        .anyMatch(parameter ->
                                SECRET_NAMES.matcher(parameter.split("=", 2)[0]).find());
    }
}
