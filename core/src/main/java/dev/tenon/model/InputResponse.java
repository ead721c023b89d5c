package dev.tenon.model;

/** The client's response to an {@link InputRequest}. */
public sealed interface InputResponse extends Result permits ElicitResult, CreateMessageResult, ListRootsResult {}
