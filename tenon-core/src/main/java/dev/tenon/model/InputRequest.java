package dev.tenon.model;

/** What a server asks of a client: the user, the model, or the roots. A request of its own up to 2025-11-25. */
public sealed interface InputRequest extends Params permits Elicit, CreateMessage, ListRoots {
    /** The request by which it is asked. */
    Method<? extends InputRequest, ? extends InputResponse> method();
}
