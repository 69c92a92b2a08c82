// 访客: what tells this browser from others, kept as a cookie: the server reads it when the next visit begins.

export default function ({ data }) {
  const [{ cookie }] = data
  if (cookie) document.cookie = cookie + (location.protocol === "https:" ? "; Secure" : "")
}
