package dev.tenon.jsonrpc;

/** A well-formed JSON-RPC message. What is of this type needs no further check of its shape. */
public sealed interface JsonRpcMessage permits Request, Notification, Response {}
