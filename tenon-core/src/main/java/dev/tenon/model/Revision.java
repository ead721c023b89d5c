package dev.tenon.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A revision of the Model Context Protocol.
 *
 * <p>Ask a revision what it has or does ({@link #hasAudio()}); do not compare revisions. Four revisions open with a
 * handshake and keep a session; the newest is stateless.
 */
public enum Revision {
    /** 2024-11-05, the first. */
    V2024_11_05("2024-11-05"),
    /** 2025-03-26: Streamable HTTP, audio, tool annotations. */
    V2025_03_26("2025-03-26"),
    /** 2025-06-18: structured results, elicitation, resource links, titles. */
    V2025_06_18("2025-06-18"),
    /** 2025-11-25: icons, elicitation by URL, sampling with tools. */
    V2025_11_25("2025-11-25"),
    /** 2026-07-28: stateless; every request says what the client is and can. */
    V2026_07_28("2026-07-28");

    private static final Map<String, Revision> BY_NAME =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(Revision::wireName, Function.identity()));

    private final String wireName;

    Revision(String wireName) {
        this.wireName = wireName;
    }

    /** The name in messages and headers, such as {@code 2025-06-18}. */
    public String wireName() {
        return wireName;
    }

    /** The revision of that name, if it is known. */
    public static Optional<Revision> of(String wireName) {
        return Optional.ofNullable(BY_NAME.get(wireName));
    }

    /** The newest revision. */
    public static Revision newest() {
        return V2026_07_28;
    }

    /** The newest revision that {@code initialize} may agree on. */
    public static Revision newestWithHandshake() {
        return V2025_11_25;
    }

    /** Every revision, newest first. */
    public static List<Revision> newestFirst() {
        return Stream.of(values()).sorted((a, b) -> b.compareTo(a)).toList();
    }

    /** Whether each request stands for itself, without handshake and session. */
    public boolean isStateless() {
        return since(V2026_07_28);
    }

    /** Whether an array of messages is taken. 2025-03-26 demands it; in 2024-11-05 plain JSON-RPC 2.0 implies it. */
    public boolean allowsBatch() {
        return !since(V2025_06_18);
    }

    /** Whether the error for an unreadable message carries {@code "id": null}; later its id is absent. */
    public boolean nullIdWhenUnreadable() {
        return !since(V2025_11_25);
    }

    /** Whether an SSE stream starts with an empty event that carries an id, and may be closed and polled. */
    public boolean primesStreams() {
        return this == V2025_11_25;
    }

    /** Whether HTTP requests after the handshake name the revision in a header. */
    public boolean hasVersionHeader() {
        return since(V2025_06_18);
    }

    /** Whether content may be audio. */
    public boolean hasAudio() {
        return since(V2025_03_26);
    }

    /** Whether tools have annotations. */
    public boolean hasToolAnnotations() {
        return since(V2025_03_26);
    }

    /** Whether progress carries a message. */
    public boolean hasProgressMessage() {
        return since(V2025_03_26);
    }

    /** Whether a server declares that it completes; completion itself is in every revision. */
    public boolean hasCompletionsCapability() {
        return since(V2025_03_26);
    }

    /** Whether things have a title besides their name. */
    public boolean hasTitles() {
        return since(V2025_06_18);
    }

    /** Whether tools, resources, prompts, roots and content have {@code _meta}; messages have it in every revision. */
    public boolean hasElementMeta() {
        return since(V2025_06_18);
    }

    /** Whether tools have an output schema and results structured content. */
    public boolean hasStructuredContent() {
        return since(V2025_06_18);
    }

    /** Whether structured content may be other than an object, and output schemas describe other than objects. */
    public boolean hasAnyStructuredContent() {
        return since(V2026_07_28);
    }

    /** Whether content may be a link to a resource. */
    public boolean hasResourceLinks() {
        return since(V2025_06_18);
    }

    /** Whether annotations say when something was last modified. */
    public boolean hasLastModified() {
        return since(V2025_06_18);
    }

    /** Whether completion takes the arguments that are filled in already. */
    public boolean hasCompletionContext() {
        return since(V2025_06_18);
    }

    /** Whether the server may send the user to a URL, and the elicitation capability tells the modes apart. */
    public boolean hasUrlElicitation() {
        return since(V2025_11_25);
    }

    /** Whether elicitation by URL has an id, a notification of its completion and an error that demands it. */
    public boolean hasElicitationIds() {
        return this == V2025_11_25;
    }

    /** Whether forms may have titled choices, multiple choices and defaults other than booleans. */
    public boolean hasRichForms() {
        return since(V2025_11_25);
    }

    /** Whether schemas in messages may name their dialect in {@code $schema}. */
    public boolean hasSchemaDialect() {
        return since(V2025_11_25);
    }

    /** Whether things have icons, and implementations a description and a web site. */
    public boolean hasIcons() {
        return since(V2025_11_25);
    }

    /** Whether sampling may use tools, and a sampling message may hold several blocks. */
    public boolean hasSamplingTools() {
        return since(V2025_11_25);
    }

    /** Whether a client with roots may announce that they changed. */
    public boolean hasRootsListChanged() {
        return !isStateless();
    }

    /** Whether capabilities have a map of extensions. */
    public boolean hasExtensions() {
        return since(V2026_07_28);
    }

    private boolean since(Revision first) {
        return compareTo(first) >= 0;
    }

    @Override
    public String toString() {
        return wireName;
    }
}
