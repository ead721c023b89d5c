package dev.tenon.model;

/**
 * A request for input of the client: from its user, its model, or its list of roots. Up to 2025-11-25 it is a
 * stand-alone request of the server.
 */
public sealed interface InputRequest extends Params permits Elicit, CreateMessage, ListRoots {
    /** Returns the method of the request. */
    Method<? extends InputRequest, ? extends InputResponse> method();
}
